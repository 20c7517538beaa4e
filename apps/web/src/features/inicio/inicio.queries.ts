import { readInicio, resumenCartera } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const POR_CUANTO_MS = 60_000

/** A sum over all accounts: home does not wait for it, and does not repeat it at every visit. */
export const porCobrarQuery = () =>
  queryOptions({
    queryKey: ['cartera', 'resumen', { sentido: 'COBRAR' }],
    queryFn: ({ signal }) => fetchData(resumenCartera, { query: { sentido: 'COBRAR' }, signal, background: true }),
    staleTime: POR_CUANTO_MS,
  })

/** Read anew at each visit, with the earlier data shown meanwhile. Its failure shows in place. */
export const inicioQuery = () =>
  queryOptions({ queryKey: ['inicio'], queryFn: ({ signal }) => fetchData(readInicio, { signal, background: true }) })

/** A document changed: the figures of home are read anew. */
export const forgetInicio = () => queryClient.invalidateQueries({ queryKey: inicioQuery().queryKey })
