import { createProducto, editProducto, type Producto, type ProductoDetalle, type ProductoForm } from '@yupana/contract'

import { send } from '../../lib/http.ts'
import { noticeSuccess } from '../../lib/notices.ts'
import { queryClient } from '../../lib/query-client.ts'

export const PRODUCTO_KEY = 'producto'

/** What was found before may have changed: lists and searches ask anew. */
export const forgetProductos = () => queryClient.invalidateQueries({ predicate: ({ queryKey: [concept, kind] }) => concept === PRODUCTO_KEY && kind !== 'ficha' })

/** Registers, or saves over the version that was read. @throws HttpError */
export async function saveProducto(form: ProductoForm, before: Producto | undefined, headers: Record<string, string>): Promise<ProductoDetalle> {
  const answer = before
    ? await send(editProducto, { body: { ...form, id: before.id, version: before.version } })
    : await send(createProducto, { body: form, headers })
  noticeSuccess(answer, before ? 'Producto editado exitosamente' : 'Producto registrado exitosamente')
  void forgetProductos()
  return answer.data
}
