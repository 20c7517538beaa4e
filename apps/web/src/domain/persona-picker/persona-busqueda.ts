import { searchPersona, type PAGE_SIZES } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** Active clients for a choice. @throws HttpError */
export const askClientes = (q: string, signal?: AbortSignal) =>
  fetchData(searchPersona, { query: { page: 0, size: SIZE, q, rol: 'cliente', activo: true }, ...(signal && { signal }) })
