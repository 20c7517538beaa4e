import { readHoja, searchActualizacion, undoActualizacion, updateProductos, type ProductoCambio } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { HttpError, noticesOf } from '../../lib/http/http-error.ts'
import { fetchData, send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { addNotice, noticeSuccess } from '../../lib/pagina/notices.ts'

export interface FiltroHoja {
  q: string
  status: string
}

/** Kept while the grid is edited: a refetch would change its rows. */
export const hojaQuery = (query: FiltroHoja) =>
  queryOptions({
    queryKey: ['producto', 'hoja', query],
    queryFn: ({ signal }) => fetchData(readHoja, { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    refetchOnReconnect: false,
  })

export const actualizacionesQuery = (page: number) =>
  queryOptions({
    queryKey: ['actualizacion', page],
    queryFn: ({ signal }) => fetchData(searchActualizacion, { query: { page, size: 5 }, signal }),
    placeholderData: keepPreviousData,
  })

/** Products changed: all lists and searches of them and the grid are read anew. */
const forget = () =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['producto'] }), queryClient.invalidateQueries({ queryKey: ['actualizacion'] })])

/** Most refusals shown in toasts; the others show in their rows. */
const MAX_TOASTS = 4

export async function saveCambios(cambios: readonly ProductoCambio[], headers: Record<string, string>) {
  const body = [...cambios]
  try {
    // Errors are reported here, since a refusal may name thousands of rows.
    const answer = await send(updateProductos, { body, headers, background: true })
    noticeSuccess(answer, updateProductos.msg)
    await forget()
    return answer.data
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === 401) throw error
    const texts = noticesOf(error, 'primero')
    for (const text of texts.slice(0, MAX_TOASTS)) addNotice({ severity: 'error', ...text })
    if (texts.length > MAX_TOASTS)
      addNotice({ severity: 'error', detail: `Y ${texts.length - MAX_TOASTS} problemas más, señalados en sus filas.` })
    throw error
  }
}

export async function undo(id: string) {
  const answer = await send(undoActualizacion, { params: { id } })
  noticeSuccess(answer, undoActualizacion.msg)
  const { total, nombres } = answer.data.omitidos
  if (total > 0) addNotice({ severity: 'warn', detail: omitidosText(total, nombres), sticky: true })
  await forget()
}

/** Text about products that were skipped because they were deleted meanwhile. */
function omitidosText(total: number, nombres: readonly string[]): string {
  const more = total - nombres.length
  const said = [...nombres, ...(more > 0 ? [`${more} más`] : [])].join(', ')
  return total === 1
    ? `Quedó fuera un producto eliminado después: ${said}.`
    : `Quedaron fuera ${total} productos eliminados después: ${said}.`
}
