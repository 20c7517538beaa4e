// What documents do to the stock, and a movement by hand.
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
// What of the stock is uploaded.
export { cargaExistencias } from './carga-existencias.ts'
export { lockCierres } from './mes-cerrado.sql.ts'
export { create } from './movimiento.service.ts'
export { countPorReponer, searchExistencias, withStock } from './existencias.sql.ts'
export { bodegaDe, faltantesSin, partesDe, readPartes, SE_INVENTARIA, type ParteSurtida } from './documento-existencias.sql.ts'
// What lists ask the database, for its measurement.
export { searchKardex, searchMovimientos } from './movimiento.sql.ts'
