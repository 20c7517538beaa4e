// The calls that every type of document has.
export type { Correos } from './emitido.routes.ts'
export { registerTipo } from './tipo.routes.ts'
