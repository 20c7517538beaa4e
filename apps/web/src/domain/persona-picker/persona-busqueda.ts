import { searchPersona, type PAGE_SIZES } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http.ts'
import { PERSONAS } from '../persona/persona-save.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** Active clients for a choice. */
export const clientesQuery = (q: string) =>
  queryOptions({
    queryKey: [PERSONAS.lista, 'eleccion', q], placeholderData: keepPreviousData,
    queryFn: ({ signal }) => askClientes(q, signal),
  })

/** Without a signal: an answer that closing the list does not call off. */
export const askClientes = (q: string, signal?: AbortSignal) =>
  fetchData(searchPersona, { query: { page: 0, size: SIZE, q, rol: 'cliente', activo: true }, ...(signal && { signal }) })
