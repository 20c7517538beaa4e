// Sums of a period, which reports share, and its forms as people see them and as files.
export { zipAts } from './ats.service.ts'
export { acusarComprada } from './acuse-comprada.service.ts'
export {
  creditDeclaraciones,
  listComprables,
  nombreDePedida,
  pagadaOf,
  requireComprables,
  requireSinPresentar,
} from './comprada.service.ts'
export { readDeOrden, removeDeOrden } from './comprada.sql.ts'
export { checkCambio } from './condiciones.service.ts'
export { esNota } from './cifras-periodo.service.ts'
export { papel } from './declaracion.service.ts'
export { esNotaSql, liquidaciones, NUMERO, recibidasDe, registradas, retencionesDe, type Ambito } from './lineas.sql.ts'
export { xlsxPapel } from './papel-hoja.ts'
export { papelImpreso } from './papel-impreso.ts'
export type { Declarante } from './papel.service.ts'
export { sumCompras, sumRecibidas, sumVentas } from './sumas.sql.ts'
