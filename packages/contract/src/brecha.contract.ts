import * as z from 'zod/mini'

import { Ambiente } from './comprobante.contract.ts'
import { endpoint } from './endpoint.ts'
import { uuid } from './fields.ts'

/** So many numbers are told at once. */
export const MAX_BRECHAS = 5_000

/** A number, or a row of them, that no authorised document carries. */
const Brecha = z.object({
  ambiente: Ambiente,
  tipo: z.string(),
  serie: z.string(),
  desde: z.int(),
  hasta: z.int(),
  motivo: z.string(),
  quien: z.nullable(z.string()),
  en: z.string(),
  /** The document of this number, which tells its whole story; null where numbers were skipped. */
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
