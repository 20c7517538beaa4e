// Movements of documents, and a movement by hand.
export {
  applyDocumento,
  enterCompra,
  returnCompra,
  reverseCompra,
  reverseDocumento,
  stockAvisos,
  type MueveExistencias,
} from './documento-existencias.service.ts'
export { combosComprados, type LineaMovida } from './partida.ts'
// Uploads of stock.
export { cargaExistencias } from './carga-existencias.ts'
export { lockCierres } from './mes-cerrado.sql.ts'
export { create } from './movimiento.service.ts'
export { countPorReponer, searchExistencias, withStock } from './existencias.sql.ts'
export { bodegaDe, faltantesSin, partesDe, readPartes, SE_INVENTARIA, type ParteSurtida } from './documento-existencias.sql.ts'
// Queries of the lists, for their measurement.
export { searchKardex, searchMovimientos } from './movimiento.sql.ts'
