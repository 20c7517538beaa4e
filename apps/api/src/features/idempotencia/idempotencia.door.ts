// The key of a sending: the same sending is done once.
export { claim, requireKey, type Envio } from './idempotencia.service.ts'
