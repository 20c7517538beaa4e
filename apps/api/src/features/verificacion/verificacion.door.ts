// Mails that their owner confirms.
export { claimCorreo, pendingOf } from './verificacion.service.ts'
