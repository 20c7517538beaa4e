import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

/** The receiver's note on the public page that the document is not his, and when the company looked at it. */
export const NoCorresponde = z.object({ en: z.string(), nota: z.nullable(z.string()), visto_en: z.nullable(z.string()) })
export type NoCorresponde = z.infer<typeof NoCorresponde>

const one = { tag: 'Comprobantes', params: idParams }

/** The public page of an issued document, and its visits. */
export const EnlaceDocumento = z.object({
  /** Null without a page, or after it was taken back. */
  enlace: z.nullable(z.string()),
  /** Message with the link for WhatsApp; null without a link. */
  mensaje: z.nullable(z.string()),
  /** The receiver's mobile telephone in the form of WhatsApp, 5939…; null when unknown. */
  whatsapp: z.nullable(z.string()),
  vistas: z.int(),
  visto_en: z.nullable(z.string()),
  no_corresponde: z.nullable(NoCorresponde),
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
export const seeNoCorresponde = endpoint('POST /v1/comprobante/no_corresponde/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Anota que la empresa revisó que quien abrió el comprobante dijo que no le corresponde',
  reply: EnlaceDocumento,
  msg: 'Anotado',
})
