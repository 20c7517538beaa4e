// What a document is, before anything is done with it.
export { ambienteSri, identify, type Identidad, type SerieClave } from './identidad.ts'
export { listLigados } from './ligados.sql.ts'
export { asuntoComprobante, claveOf, marcaAsunto, numeroOfClave } from './nombres.ts'
export { readVendedores } from './vendedores.sql.ts'
