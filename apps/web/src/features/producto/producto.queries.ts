import {
  createProducto, deleteProducto, deleteProductos, editProducto, readProducto, searchProducto, type Producto, type ProductoForm,
} from '@yupana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { fetchData, send, type CallInput } from '../../lib/http.ts'
import { noticeSuccess } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query-client.ts'

const KEY = 'producto'

export const productosQuery = (query: NonNullable<CallInput<unknown>['query']>) =>
  queryOptions({ queryKey: [KEY, 'lista', query], queryFn: ({ signal }) => fetchData(searchProducto, { query, signal }), placeholderData: keepPreviousData })

/** Always read anew: the version that is edited must be the present one. */
export const productoQuery = (id: string) =>
  queryOptions({ queryKey: [KEY, 'ficha', id], queryFn: ({ signal }) => fetchData(readProducto, { params: { id }, signal }), gcTime: 0, refetchOnReconnect: false })

const forgetLists = () => queryClient.invalidateQueries({ queryKey: [KEY, 'lista'] })

/** Registers, or saves over the version that was read. @throws HttpError */
export async function saveProducto(form: ProductoForm, before: Producto | undefined, headers: Record<string, string>): Promise<void> {
  const answer = before
    ? await send(editProducto, { body: { ...form, id: before.id, version: before.version } })
    : await send(createProducto, { body: form, headers })
  noticeSuccess(answer, before ? 'Producto editado exitosamente' : 'Producto registrado exitosamente')
  void forgetLists()
}

/** One, or all of several or none. @throws HttpError: 422 when one stands in documents */
export async function removeProductos(ids: readonly string[]): Promise<void> {
  const [first = ''] = ids
  if (ids.length === 1) noticeSuccess(await send(deleteProducto, { params: { id: first } }), 'Producto eliminado exitosamente')
  else noticeSuccess(await send(deleteProductos, { params: { ids: ids.join(',') } }), 'Productos eliminados exitosamente')
  await forgetLists()
}
