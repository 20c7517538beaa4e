import { readExportacion, saveExportacion, type ExportacionAts } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

/** Cached under declarations: a change of a sale reads the working papers and this again. */
const KEY = 'declaracion'

/** Its failure is not reported, since nobody waits for it. */
export const exportacionQuery = (documentoId: string) =>
  queryOptions({
    queryKey: [KEY, 'exportacion', documentoId],
    queryFn: ({ signal }) => fetchData(readExportacion, { params: { id: documentoId }, signal, background: true }),
  })

/** @throws HttpError: 409 when another user has saved since, 422 */
export async function guardarExportacion(documentoId: string, version: number, datos: ExportacionAts): Promise<void> {
  const answer = await send(saveExportacion, { params: { id: documentoId }, body: { ...datos, version } })
  noticeSuccess(answer, saveExportacion.msg)
  // Working papers are read when they are opened; this query has the answer already.
  await queryClient.invalidateQueries({ queryKey: [KEY], refetchType: 'none' })
  queryClient.setQueryData(exportacionQuery(documentoId).queryKey, answer.data)
}
