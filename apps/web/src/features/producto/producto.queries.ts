import { deleteProducto, deleteProductos, readProducto, searchProducto } from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { forgetProductos, PRODUCTO_KEY } from '../../domain/producto/producto-save.ts'
import { fetchData, send, type CallInput } from '../../lib/http.ts'
import { noticeSuccess } from '../../lib/notices.ts'

export const productosQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({ queryKey: [PRODUCTO_KEY, 'lista', query], queryFn: ({ signal }) => fetchData(searchProducto, { query, signal }), placeholderData: keepPreviousData })

/** Always read anew: the version that is edited must be the present one. */
export const productoQuery = (id: string) =>
  queryOptions({ queryKey: [PRODUCTO_KEY, 'ficha', id], queryFn: ({ signal }) => fetchData(readProducto, { params: { id }, signal }), gcTime: 0, refetchOnReconnect: false })

/** One, or all of several or none. @throws HttpError: 422 when one stands in documents */
export async function removeProductos(ids: readonly string[]): Promise<void> {
  const [first = ''] = ids
  if (ids.length === 1) noticeSuccess(await send(deleteProducto, { params: { id: first } }), 'Producto eliminado exitosamente')
  else noticeSuccess(await send(deleteProductos, { params: { ids: ids.join(',') } }), 'Productos eliminados exitosamente')
  await forgetProductos()
}
