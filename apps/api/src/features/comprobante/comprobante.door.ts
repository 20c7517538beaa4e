// The calls that all document types share.
export type { Correos } from './emitido.routes.ts'
export { registerTipo } from './tipo.routes.ts'
