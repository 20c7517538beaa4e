import { readPendientes, readPendientesMesa } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

/** Who works all day learns of what waits. */
const LIVE_MS = 5 * 60_000

/** Asked by the shell itself: its failure is nobody's news. */
export const pendientesQuery = () =>
  queryOptions({
    queryKey: ['pendientes'],
    queryFn: ({ signal }) => fetchData(readPendientes, { signal, background: true }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  })

/** What waits at the desks of the installation, for who decides there. */
export const pendientesMesaQuery = () =>
  queryOptions({
    queryKey: ['pendientes', 'mesa'],
    queryFn: ({ signal }) => fetchData(readPendientesMesa, { signal, background: true }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  })
