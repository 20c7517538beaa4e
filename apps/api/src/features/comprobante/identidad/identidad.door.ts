// Identity of a document: environment, series, number and clave de acceso.
export { ambienteSri, identify, type Identidad, type CualSerie } from './identidad.ts'
export { listLigados } from './ligados.sql.ts'
export { asuntoComprobante, claveOf, marcaAsunto, numeroOfClave } from './nombres.ts'
export { readVendedores } from './vendedores.sql.ts'
