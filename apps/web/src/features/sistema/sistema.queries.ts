import { queryOptions } from '@tanstack/react-query'
import { configGeneral, sriMantenimiento } from '@yupana/contract'

import { fetchData } from '../../lib/http.ts'

const MAINTENANCE_EVERY_MS = 60_000

export const systemConfigQuery = () =>
  queryOptions({ queryKey: ['config_general'], queryFn: ({ signal }) => fetchData(configGeneral, { signal }), staleTime: Infinity })

/** Whether the SRI can be reached, looked at every minute while the page is visible. */
export const maintenanceQuery = () =>
  queryOptions({
    queryKey: ['sri_mantenimiento'],
    queryFn: ({ signal }) => fetchData(sriMantenimiento, { signal, background: true }),
    refetchInterval: MAINTENANCE_EVERY_MS,
  })
