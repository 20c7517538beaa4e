import {
  createProducto,
  deleteProducto,
  deleteProductos,
  editProducto,
  exportProducto,
  readProducto,
  searchProducto,
  type Producto,
  type ProductoDetalle,
  type ProductoForm,
} from '@yupana/contract'

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
  removeAll: deleteProductos,
})

/** Registers, or saves over the version that was read. @throws HttpError */
export const saveProducto = (form: ProductoForm, before: Producto | undefined, headers: Record<string, string>): Promise<ProductoDetalle> =>
  PRODUCTOS.save(form, before, headers)
