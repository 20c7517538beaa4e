export { creditoAvisos } from './credito.service.ts'
// What documents leave owed, and what takes it back.
export { applyAbono, applyDeuda, hasPagos, reverseCartera, type AbonoParte } from './documento-cartera.service.ts'
export { readResumen } from './cuenta.sql.ts'
