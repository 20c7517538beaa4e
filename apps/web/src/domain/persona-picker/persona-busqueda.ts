import { searchPersona, type PAGE_SIZES } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http.ts'
import { PERSONA_KEY } from '../persona/persona-save.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** Active clients for a choice. */
export const clientesQuery = (q: string) =>
  queryOptions({
    queryKey: [PERSONA_KEY, 'eleccion', q], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => fetchData(searchPersona, { query: { page: 0, size: SIZE, q, rol: 'cliente', activo: true }, signal }),
  })
