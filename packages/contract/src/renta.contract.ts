import { IMPUESTO_RENTA_DESDE } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { conSigno, fecha } from './fields.ts'

/** One step of the arithmetic. */
export const PasoRenta = z.object({
  concepto: z.string(),
  /** ×10⁶; negative where it takes off, null outside the régimen's limit. */
  monto: z.nullable(conSigno),
  /** Where it comes from, in words. */
  como: z.string(),
  /** What it counts: an address of the page. */
  enlace: z.nullable(z.string()),
})
export type PasoRenta = z.infer<typeof PasoRenta>

/** Income tax of a year by what the company has of it so far. */
export const RentaEstimada = z.object({
  anio: z.int(),
  hasta: fecha,
  regimen: z.enum(['GENERAL', 'EMPRENDEDOR', 'NEGOCIO_POPULAR']),
  pasos: z.array(PasoRenta),
  /** Negative: in favour of the taxpayer; null outside the régimen's limit. */
  a_pagar: z.nullable(conSigno),
  /** By 31 December, if the year goes on as until now; null as `a_pagar`. */
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
