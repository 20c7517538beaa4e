// What an answer of the SRI means and how documents lie in storage, for who reconciles with it from outside this folder.
export { deflate, inflate } from './bytes.ts'
export { decideAutorizacion, type Decision, type Propio } from './decision.ts'
export type { LineaGuardada, PagoGuardado, SerieClave } from './emision.sql.ts'
export { Ritmo, type ServiciosSri } from './servicios-sri.ts'
