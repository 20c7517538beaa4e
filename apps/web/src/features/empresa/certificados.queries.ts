import { allCertificado } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

export const CERTIFICADOS = ['empresa', 'certificados']
const LIVE_MS = 60 * 60_000

/** Certificates, the used one first. Also a background query of the shell, so its failure is not reported. */
export const certificadosQuery = () =>
  queryOptions({
    queryKey: CERTIFICADOS,
    queryFn: ({ signal }) => fetchData(allCertificado, { signal, background: true }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  })
