// The store: what goes on when nobody presses anything, and what the bell says of it.
export { avisosDeOrden, dismissAvisoDeOrden } from './aviso-orden.service.ts'
export { emitirPendientes } from './emision-orden.service.ts'
