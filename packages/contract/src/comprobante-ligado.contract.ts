import * as z from 'zod/mini'

import { uuid } from './fields.ts'

/** The document that stands or falls with another: the retención of a liquidación, and the reverse. Voided ones are left out. */
export const ComprobanteLigado = z.object({
  id: uuid,
  tipo: z.string(),
  numero: z.string(),
  /** Whether the liquidación was corrected since, so that the retención names other amounts. */
  difiere: z.boolean(),
})
export type ComprobanteLigado = z.infer<typeof ComprobanteLigado>
