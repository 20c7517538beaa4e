import { COMPROBANTE_CALLS } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

/** First part of the cache keys of documents. */
export const COMPROBANTE_KEY = 'comprobante'
/** Cache key of the drafts of every kind, in their list and its tab. */
export const BORRADORES_KEY = [COMPROBANTE_KEY, 'borradores'] as const

export const comprobanteQuery = (id: string) =>
  queryOptions({
    queryKey: [COMPROBANTE_KEY, 'ficha', id],
    queryFn: ({ signal }) => fetchData(COMPROBANTE_CALLS.read, { params: { id }, signal, background: true }),
  })
