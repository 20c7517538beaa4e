import { IMPUESTO_RENTA_DESDE } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { conSigno, fecha } from './fields.ts'

/** One step of the arithmetic. */
export const PasoRenta = z.object({
  concepto: z.string(),
  /** ×10⁶; negative for a subtraction, null above the régimen's limit. */
  monto: z.nullable(conSigno),
  /** Source of the amount, in words. */
  como: z.string(),
  /** Address of the screen behind the amount. */
  enlace: z.nullable(z.string()),
})
export type PasoRenta = z.infer<typeof PasoRenta>

/** Income tax of a year, estimated from the company's figures so far. */
export const RentaEstimada = z.object({
  anio: z.int(),
  hasta: fecha,
  regimen: z.enum(['GENERAL', 'EMPRENDEDOR', 'NEGOCIO_POPULAR']),
  pasos: z.array(PasoRenta),
  /** Negative when in favour of the taxpayer; null above the régimen's limit. */
  a_pagar: z.nullable(conSigno),
  /** Projection for 31 December from the year so far; null when `a_pagar` is. */
  a_diciembre: z.nullable(conSigno),
  fuente: z.string(),
  notas: z.array(z.string()),
})
export type RentaEstimada = z.infer<typeof RentaEstimada>

export const readRenta = endpoint('GET /v1/renta', {
  costo: 'calculo',
  enFila: true,
  tag: 'Declaraciones',
  summary: 'Impuesto a la renta estimado de un año, con su aritmética; nada para quien no lo paga por tabla',
  query: z.object({ anio: z.coerce.number().check(z.int(), z.minimum(IMPUESTO_RENTA_DESDE), z.maximum(2100)) }),
  reply: z.nullable(RentaEstimada),
})
