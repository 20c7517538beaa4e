import { allCertificado } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

export const CERTIFICADOS = ['empresa', 'certificados']
const LIVE_MS = 60 * 60_000

/** The one in use first. Also asked for by the shell itself, so nobody is told of a failure. */
export const certificadosQuery = () =>
  queryOptions({
    queryKey: CERTIFICADOS,
    queryFn: ({ signal }) => fetchData(allCertificado, { signal, background: true }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  })
