import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

const one = { tag: 'Comprobantes', params: idParams }

/** The public page of an issued document, and what became of it. */
export const EnlaceDocumento = z.object({
  /** Null where it has none, or it was taken back. */
  enlace: z.nullable(z.string()),
  /** To be sent by WhatsApp, with the link in it; null as the link. */
  mensaje: z.nullable(z.string()),
  vistas: z.int(),
  visto_en: z.nullable(z.string()),
  /** Whoever opened it said that it is not his. */
  no_corresponde: z.nullable(z.object({ en: z.string(), nota: z.nullable(z.string()) })),
})
export type EnlaceDocumento = z.infer<typeof EnlaceDocumento>

export const readEnlaceDocumento = endpoint('GET /v1/comprobante/enlace/:id', {
  costo: 'lectura',
  ...one,
  summary: 'El enlace público de un comprobante y cuántas veces se abrió',
  reply: EnlaceDocumento,
})
export const shareDocumento = endpoint('POST /v1/comprobante/enlace/:id', {
  costo: 'escritura',
  ...one,
  summary: 'El enlace con que su receptor ve el comprobante sin usuario ni contraseña',
  reply: EnlaceDocumento,
  msg: 'Enlace listo',
})
export const unshareDocumento = endpoint('DELETE /v1/comprobante/enlace/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Retira el enlace: deja de servir, y el siguiente es otro',
  reply: EnlaceDocumento,
  msg: 'Enlace retirado',
})
