// A person's expenses for the estimate of his income tax, and the category of a supplier's next document; inside `asUsuario`.
export { isOfPerson, readDeEmpresa } from './de-empresa.service.ts'
export { create as createGasto, proposeCategorias } from './gasto-personal.service.ts'
export { asUsuario } from './gasto-personal.sql.ts'
export { proposeGastos } from './recibido.service.ts'
export { readResumen } from './resumen.service.ts'
