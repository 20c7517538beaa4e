// The store's background work, and its notices in the bell.
export { avisosDeOrden } from './aviso-orden.service.ts'
export { conciliarCobros } from './cobro.service.ts'
export { emitirPendientes } from './emision-orden.service.ts'
export { countPorHacer } from './mesa.service.ts'
