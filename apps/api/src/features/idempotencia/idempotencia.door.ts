// The idempotency key: a repeated sending is done once.
export { claim, requireKey } from './idempotencia.service.ts'
export type { Envio } from './idempotencia.sql.ts'
