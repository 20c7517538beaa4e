// What documents do to the stock.
export { applyDocumento, reverseDocumento, stockAvisos, type LineaMovida, type MueveExistencias } from './documento-existencias.service.ts'
export { bodegaDe, SE_INVENTARIA } from './documento-existencias.sql.ts'
