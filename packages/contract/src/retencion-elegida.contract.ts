import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { version } from './fields.ts'
import { OPERACIONES_RETENCION } from './retencion.contract.ts'

const tag = 'Retenciones'

const codigo = z.nullable(z.string().check(z.regex(/^[0-9A-Z]{1,5}$/, 'Código de retención no válido.')))

/** Codes chosen by the company for a kind of purchase; null stands for the tables of the law. */
export const RetencionElegida = z.object({
  impuesto: z.enum(['1', '2']),
  operacion: z.enum(OPERACIONES_RETENCION),
  /** For a natural person. */
  persona: codigo,
  sociedad: codigo,
  /** 0 before the first choice. */
  version,
})
export type RetencionElegida = z.infer<typeof RetencionElegida>

export const listRetencionElegida = endpoint('GET /v1/retencion/elegidas', {
  costo: 'lectura',
  tag,
  summary: 'Códigos de retención que la empresa eligió por lo que compra',
  reply: z.array(RetencionElegida),
})

export const saveRetencionElegida = endpoint('PUT /v1/retencion/elegida/edit', {
  costo: 'escritura',
  tag,
  summary: 'Elige los códigos que se proponen para una clase de compra; sin código rige el de la ley',
  body: RetencionElegida,
  reply: RetencionElegida,
  msg: 'Códigos guardados exitosamente',
})
