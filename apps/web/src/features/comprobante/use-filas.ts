import type { ComprobanteFila, Listing } from '@yupana/contract'

import { useFilasVivas } from '../../domain/comprobante/use-seguir.ts'
import { forgetComprobantes } from './comprobante.queries.ts'

/** The rows of a page, with the news of those in process. */
export function useFilas(listing: Listing<ComprobanteFila> | undefined): Listing<ComprobanteFila> | undefined {
  const content = useFilasVivas(listing?.content ?? [], forgetComprobantes)
  return listing && { ...listing, content }
}
