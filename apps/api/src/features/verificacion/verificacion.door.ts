// Mails that their owner confirms.
export { claimCorreo, pendingOf, tellChange } from './verificacion.service.ts'
