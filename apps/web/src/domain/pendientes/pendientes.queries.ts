import { readPendientes, readPendientesMesa } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'

/** Refresh interval, for users who stay all day. */
const LIVE_MS = 5 * 60_000

/** A background query of the shell: its failure is not reported. */
export const pendientesQuery = () =>
  queryOptions({
    queryKey: ['pendientes'],
    queryFn: ({ signal }) => fetchData(readPendientes, { signal, background: true }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  })

/** Pending matters at the desks of the installation, for its deciders. */
export const pendientesMesaQuery = () =>
  queryOptions({
    queryKey: ['pendientes', 'mesa'],
    queryFn: ({ signal }) => fetchData(readPendientesMesa, { signal, background: true }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  })
