import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Destination of mails: a mail server; none, so that they wait until SMTP_URL is set; or the outbox of a trial. */
export const CuentaCorreo = z.enum(['SMTP', 'FALTA', 'BANDEJA'])
export const SaludCorreo = z.object({ cuenta: CuentaCorreo, en_espera: z.int() })
export type SaludCorreo = z.infer<typeof SaludCorreo>

/** For the shell of users who can correct it. */
export const readSaludCorreo = endpoint('GET /v1/administracion/salud/correo', {
  costo: 'lectura',
  sinUso: true,
  tag: 'Administración',
  summary: 'Si los correos salen, y cuántos esperan',
  reply: SaludCorreo,
})
