import { readExportacion, saveExportacion, type ExportacionAts } from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'

/** Under declarations: what one changes of a sale, the papers and this read again. */
const KEY = 'declaracion'

/** Nobody waits for it, so its failure is nobody's news. */
export const exportacionQuery = (documentoId: string) =>
  queryOptions({
    queryKey: [KEY, 'exportacion', documentoId],
    queryFn: ({ signal }) => fetchData(readExportacion, { params: { id: documentoId }, signal, background: true }),
  })

/** @throws HttpError: 409 when somebody else saved it since, 422 */
export async function guardarExportacion(documentoId: string, version: number, datos: ExportacionAts): Promise<void> {
  const answer = await send(saveExportacion, { params: { id: documentoId }, body: { ...datos, version } })
  noticeSuccess(answer, saveExportacion.msg)
  // Papers are read again when they are opened; this one is what was answered.
  await queryClient.invalidateQueries({ queryKey: [KEY], refetchType: 'none' })
  queryClient.setQueryData(exportacionQuery(documentoId).queryKey, answer.data)
}
