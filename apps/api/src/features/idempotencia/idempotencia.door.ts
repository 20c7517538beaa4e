// The idempotency key: a repeated sending is done once.
export { claim, requireIdempotencyKey } from './idempotencia.service.ts'
export type { Envio } from './idempotencia.sql.ts'
