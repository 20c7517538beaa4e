import { deleteReglasProveedor, searchReglaProveedor } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { KEY } from './recibido.queries.ts'

/** Most rules shown at once; a search finds the others. */
export const REGLAS_MAXIMO = 50

/** Rules learned about suppliers; cached with the inbox, whose proposals use them. */
export const reglasQuery = (q: string) =>
  queryOptions({
    queryKey: [KEY, 'reglas', q],
    queryFn: ({ signal }) => fetchData(searchReglaProveedor, { query: { size: String(REGLAS_MAXIMO), ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  })

/** @throws HttpError */
export async function olvidar(id: string): Promise<void> {
  noticeSuccess(await send(deleteReglasProveedor, { params: { ids: id } }), deleteReglasProveedor.msg)
  await queryClient.invalidateQueries({ queryKey: [KEY] })
}
