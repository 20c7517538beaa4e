import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import { conSigno, fecha, idParams, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

/** A document line with the product. Quantities and amounts ×10⁶, without IVA; negative in a credit note. */
export const ProductoDocumento = z.object({
  documento_id: uuid,
  /** True for a registered purchase, false for an issued document. */
  es_compra: z.boolean(),
  linea: z.int(),
  /** SRI table 3, or ATS table 4 for a purchase. */
  tipo: z.string(),
  numero: z.string(),
  fecha,
  tercero: z.string(),
  estado: z.string(),
  /** State of an issued document; null for a purchase. */
  estado_generacion: z.nullable(z.int()),
  estado_tributario: z.nullable(z.int()),
  /** Quantity in our units. */
  cantidad: z.int(),
  /** Null, like `base`, for a purchase when the user may not see costs. */
  precio_unitario: z.nullable(conSigno),
  base: z.nullable(conSigno),
})
export type ProductoDocumento = z.infer<typeof ProductoDocumento>

export const ProductoDocumentoBusqueda = z.object({ page: listingQuery.page, size: listingQuery.size })
export type ProductoDocumentoBusqueda = z.infer<typeof ProductoDocumentoBusqueda>

const one = { costo: 'busqueda', tag: 'Productos', params: idParams, query: ProductoDocumentoBusqueda } as const

export const searchProductoVendido = endpoint('GET /v1/producto/ventas/:id', {
  ...one,
  summary: 'En qué facturas y notas de crédito está un producto, las últimas primero',
  reply: listingOf(ProductoDocumento),
})
export const searchProductoComprado = endpoint('GET /v1/producto/compras/:id', {
  ...one,
  summary: 'En qué compras y liquidaciones está un producto, las últimas primero',
  reply: listingOf(ProductoDocumento),
})

/** The columns of both lists. */
export const COLUMNAS_PRODUCTO_DOCUMENTO = {
  fecha: 'Fecha',
  documento: 'Documento',
  tercero: 'Cliente o proveedor',
  cantidad: 'Cantidad',
  precio: 'Precio unitario',
  base: 'Sin IVA',
  estado: 'Estado',
} as const
const archivo = { tag: 'Productos', filtro: { producto_id: uuid }, columnas: COLUMNAS_PRODUCTO_DOCUMENTO }

export const exportProductoVendido = exportOf('GET /v1/producto/ventas/exportar', {
  ...archivo,
  summary: 'En qué facturas y notas de crédito está un producto, como archivo, las últimas primero',
})
export const exportProductoComprado = exportOf('GET /v1/producto/compras/exportar', {
  ...archivo,
  summary: 'En qué compras y liquidaciones está un producto, como archivo, las últimas primero',
})
