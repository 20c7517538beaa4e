import * as z from 'zod/mini'

import { Nothing } from './envelope.contract.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Comprobantes recibidos'

/** A file or clave that was refused by the inbox, with the reason. */
export const RechazoRecibido = z.object({
  archivo: z.string(),
  motivo: z.string(),
  /** User who brought it. */
  usuario: z.nullable(z.string()),
  en: z.string(),
})
export type RechazoRecibido = z.infer<typeof RechazoRecibido>

export const rechazosRecibido = endpoint('GET /v1/recibido/rechazos', {
  costo: 'lectura',
  tag,
  summary: 'Lo que no entró a la bandeja en los últimos 30 días y por qué, hasta 1,000',
  reply: z.array(RechazoRecibido),
})
export const clearRechazosRecibido = endpoint('DELETE /v1/recibido/rechazos', {
  costo: 'escritura',
  tag,
  summary: 'Olvida lo que no entró a la bandeja',
  reply: Nothing,
  msg: 'Lista borrada exitosamente',
})
