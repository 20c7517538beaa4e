// What a period is declared from: reports are the same sums.
export { esNota } from './cifras-periodo.service.ts'
export { esNotaSql, liquidaciones, NUMERO, recibidasDe, registradas, retencionesDe, type Ambito } from './lineas.sql.ts'
export { sumCompras, sumVentas } from './sumas.sql.ts'
