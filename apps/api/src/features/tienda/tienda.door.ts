// The store: what goes on when nobody presses anything, and what the bell says of it.
export { avisosDeOrden } from './aviso-orden.service.ts'
export { conciliarCobros } from './cobro.service.ts'
export { emitirPendientes } from './emision-orden.service.ts'
export { countPorHacer } from './mesa.service.ts'
