import {
  createProducto,
  deleteProducto,
  deleteProductos,
  duplicateProducto,
  editProducto,
  exportProducto,
  readProducto,
  restoreProductos,
  searchProducto,
  type Producto,
  type ProductoDetalle,
  type ProductoForm,
} from '@yupana/contract'

import { send } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { noticeSuccess } from '../../lib/pagina/notices.ts'
import { catalogoOf } from '../catalogo/catalogo.ts'

export const PRODUCTOS = catalogoOf<Producto, ProductoDetalle>({
  lista: 'producto',
  right: 'producto',
  words: { title: 'Productos', one: 'producto', several: 'productos', nuevo: 'Nuevo producto', the: 'el producto', this: 'este producto' },
  search: searchProducto,
  file: exportProducto,
  read: readProducto,
  create: createProducto,
  edit: editProducto,
  remove: deleteProducto,
  restore: restoreProductos,
  removeAll: deleteProductos,
})

/** Creates, or saves over the version that was read. @throws HttpError */
export const saveProducto = (form: ProductoForm, before: Producto | undefined, headers: Record<string, string>): Promise<ProductoDetalle> =>
  PRODUCTOS.save(form, before, headers)

/** Puts the saved product in the cache of its screen; lists are read anew. */
export function takeOver(producto: ProductoDetalle): void {
  queryClient.setQueryData(PRODUCTOS.recordQuery(producto.id).queryKey, producto)
  PRODUCTOS.forget()
}

/** Registers a copy. @throws HttpError */
export async function duplicate(id: string, headers: Record<string, string>): Promise<ProductoDetalle> {
  const answer = await send(duplicateProducto, { params: { id }, headers })
  noticeSuccess(answer, duplicateProducto.msg)
  PRODUCTOS.forget()
  return answer.data
}
