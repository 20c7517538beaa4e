import { COMPROBANTE_CALLS } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

/** Everything about documents is kept under it. */
export const COMPROBANTE_KEY = 'comprobante'
/** Drafts of every kind, as their list and its tab show them. */
export const BORRADORES_KEY = [COMPROBANTE_KEY, 'borradores'] as const

export const comprobanteQuery = (id: string) =>
  queryOptions({
    queryKey: [COMPROBANTE_KEY, 'ficha', id],
    queryFn: ({ signal }) => fetchData(COMPROBANTE_CALLS.read, { params: { id }, signal, background: true }),
  })
