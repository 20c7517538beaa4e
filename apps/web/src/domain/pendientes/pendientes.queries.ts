import { readPendientes } from '@yupana/contract'
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
