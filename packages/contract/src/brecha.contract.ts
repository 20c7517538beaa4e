import * as z from 'zod/mini'

import { Ambiente } from './comprobante.contract.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './fields.ts'

/** Numbers listed at once. */
export const MAX_BRECHAS = 5_000

/** A number, or a run of numbers, that no authorised document carries. */
const Brecha = z.object({
  ambiente: Ambiente,
  tipo: z.string(),
  serie: z.string(),
  desde: z.int(),
  hasta: z.int(),
  motivo: z.string(),
  quien: z.nullable(z.string()),
  en: z.string(),
  /** The document with this number, which has the history; null for skipped numbers. */
  documento_id: z.nullable(uuid),
  estado: z.nullable(z.string()),
})
export type Brecha = z.infer<typeof Brecha>

export const gapReport = endpoint('GET /v1/comprobante/brechas', {
  costo: 'calculo',
  enFila: true,
  tag: 'Comprobantes',
  summary: 'Números sin documento autorizado, cada uno con su historia',
  reply: z.array(Brecha),
})
