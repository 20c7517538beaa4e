// The store: what goes on when nobody presses anything.
export { emitirPendientes } from './emision-orden.service.ts'
