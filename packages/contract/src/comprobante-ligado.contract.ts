import * as z from 'zod/mini'

import { uuid } from './fields.ts'

/** What stands or falls with a document: the retención of a liquidación, and the reverse; only those not voided. */
export const ComprobanteLigado = z.object({
  id: uuid,
  tipo: z.string(),
  numero: z.string(),
  /** The liquidación was corrected since: the retención names other amounts than it has now. */
  difiere: z.boolean(),
})
export type ComprobanteLigado = z.infer<typeof ComprobanteLigado>
