// Mails confirmed by their owner.
export { claimCorreo, pendingOf } from './verificacion.service.ts'
