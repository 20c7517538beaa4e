import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Where letters go: to a mail server; nowhere, they wait until SMTP_URL is set; or to the outbox of a trial. */
export const CuentaCorreo = z.enum(['SMTP', 'FALTA', 'BANDEJA'])
export const SaludCorreo = z.object({ cuenta: CuentaCorreo, en_espera: z.int() })
export type SaludCorreo = z.infer<typeof SaludCorreo>

/** For the shell of who can set it right. */
export const readSaludCorreo = endpoint('GET /v1/administracion/salud/correo', {
  costo: 'lectura',
  sinUso: true,
  tag: 'Administración',
  summary: 'Si los correos salen, y cuántos esperan',
  reply: SaludCorreo,
})
