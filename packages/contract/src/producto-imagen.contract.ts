import * as z from 'zod/mini'

import { endpoint, ONLY_FILE } from './endpoint.ts'
import { idParams, siNo } from './fields.ts'
import { ProductoDetalle } from './producto.contract.ts'

const tag = 'Productos'

export const PRODUCTO_IMAGEN_MAX_BYTES = 2_000_000
/** Side of a picture: the page scales to it, and the server accepts up to twice as much. */
export const PRODUCTO_IMAGEN_LADO = 1024
export const PRODUCTO_MINI_LADO = 96

/** `mini`: the small picture of lists. */
export const readProductoImagen = endpoint('GET /productos_imagen/:id', {
  costo: 'lectura',
  tag,
  summary: 'La imagen de un producto; mini=true, la de las listas',
  params: idParams,
  query: z.object({ mini: z.optional(siNo) }),
  file: 'image/*',
})
export const saveProductoImagen = endpoint('POST /v1/producto/imagen/:id', {
  costo: 'subida',
  tag,
  summary: 'Guarda la imagen de un producto: PNG o JPEG, sin metadatos',
  params: idParams,
  upload: ONLY_FILE,
  reply: ProductoDetalle,
  msg: 'Imagen guardada exitosamente',
})
export const deleteProductoImagen = endpoint('DELETE /v1/producto/imagen/:id', {
  costo: 'escritura',
  tag,
  summary: 'Quita la imagen de un producto',
  params: idParams,
  reply: ProductoDetalle,
  msg: 'Imagen eliminada exitosamente',
})
