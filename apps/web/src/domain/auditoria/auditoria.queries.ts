import { searchAuditoria } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, type CallInput } from '../../lib/http/http.ts'

type Query = NonNullable<CallInput<unknown>['query']>

/** Read anew each time it is opened: it shows what was just done. */
export const auditoriaQuery = (query: Query) =>
  queryOptions({
    queryKey: ['auditoria', query],
    queryFn: ({ signal }) => fetchData(searchAuditoria, { query, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
