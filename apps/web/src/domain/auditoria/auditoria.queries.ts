import { exportAuditoria, searchAuditoria } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, fetchFile, type CallInput } from '../../lib/http/http.ts'
import { saveFile } from '../../lib/http/save-file.ts'

type Query = NonNullable<CallInput<unknown>['query']>

/** Read anew each time it is opened: it is about what was just done. */
export const auditoriaQuery = (query: Query) =>
  queryOptions({
    queryKey: ['auditoria', query],
    queryFn: ({ signal }) => fetchData(searchAuditoria, { query, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** @throws HttpError: 429 after ten files in an hour */
export async function downloadAuditoria(query: Query): Promise<void> {
  saveFile(await fetchFile(exportAuditoria, { query }), 'auditoria.csv')
}
