import { readInicio, resumenCartera } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'

const POR_CUANTO_MS = 60_000

/** A sum over every account: home does not wait for it, nor asks again for as long as somebody goes to and fro. */
export const porCobrarQuery = () =>
  queryOptions({
    queryKey: ['cartera', 'resumen', { sentido: 'COBRAR' }],
    queryFn: ({ signal }) => fetchData(resumenCartera, { query: { sentido: 'COBRAR' }, signal, background: true }),
    staleTime: POR_CUANTO_MS,
  })

/** Asked anew at each visit; what is known shows meanwhile. Its failure is told in its place. */
export const inicioQuery = () =>
  queryOptions({ queryKey: ['inicio'], queryFn: ({ signal }) => fetchData(readInicio, { signal, background: true }) })

/** One of its documents changed: its figures are asked for again. */
export const forgetInicio = () => queryClient.invalidateQueries({ queryKey: inicioQuery().queryKey })
