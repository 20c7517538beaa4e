import * as z from 'zod/mini'

import { idsParams, palabras } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { cantidad, conSigno, idParams, MAX_PRICE_LIST, monto, siNo, texto, textoOpcional, uuid, version } from './fields.ts'
import { exportOf } from './exportacion.contract.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { restoreOf } from './papelera.contract.ts'

const tag = 'Productos'

export const TIPOS_PRODUCTO = ['PRODUCTO', 'SERVICIO'] as const
export const TIPO_PRODUCTO_LABEL = { PRODUCTO: 'Producto', SERVICIO: 'Servicio' } as const
/** Label in lists of a product made of others. */
export const COMBO_LABEL = 'Combo'
export const ESTADOS_PRODUCTO = ['ACTIVO', 'INACTIVO'] as const
export const EstadoProducto = z.enum(ESTADOS_PRODUCTO)
/** Options of a product's state, in the shape of `list_product_status`. */
export const LIST_PRODUCT_STATUS = [
  { id: 'ACTIVO', name: 'Activo' },
  { id: 'INACTIVO', name: 'Inactivo' },
] as const
/** Highest number of parts of a combo. */
export const MAX_PARTES = 30
/** A part of a combo: the product, and its quantity in one combo (×10⁶). */
export const ParteDeCombo = z.object({
  producto_id: uuid,
  cantidad: z.int().check(z.positive('Tiene que ser mayor que cero.')),
})
export type ParteDeCombo = z.infer<typeof ParteDeCombo>
/** Highest number of bar codes besides the first. */
export const MAX_BARCODES = 9

/** The form of a product. Amounts and stock ×10⁶, prices without IVA; `iva` is the specification's tax-rate id. */
export const ProductoForm = z.object({
  code: texto(25),
  auxiliary_code: textoOpcional(25),
  barcode: textoOpcional(50),
  /** More bar codes of the product, such as that of the box or of another supplier. */
  barcodes: z._default(z.array(texto(50)).check(z.maxLength(MAX_BARCODES, '9 códigos de barras más como máximo.')), []),
  name: texto(300),
  type_product: z.enum(TIPOS_PRODUCTO),
  category_id: z.optional(z.nullable(uuid)),
  brand_id: z.optional(z.nullable(uuid)),
  unit_id: z.optional(z.nullable(uuid)),
  iva: z.int(),
  price: monto,
  price_list: z._default(z.array(monto).check(z.maxLength(MAX_PRICE_LIST, '4 listas de precios como máximo.')), []),
  /** Unchanged when the user who saves may not see costs. */
  cost: z.optional(z.nullable(monto)),
  minimum_stock: z._default(cantidad, 0),
  manage_inventory: z._default(z.boolean(), false),
  status: z._default(EstadoProducto, 'ACTIVO'),
  is_external: z._default(z.boolean(), false),
  ice_codigo: z.optional(
    z.pipe(
      z.union([z.literal(''), z.null(), z.string().check(z.regex(/^\d{1,4}$/, 'El código de ICE tiene de 1 a 4 dígitos.'))]),
      z.transform((text) => text || undefined),
    ),
  ),
  irbpnr: z._default(z.boolean(), false),
  /** Whether the seller sets the price at each sale (O-100). */
  precio_libre: z._default(z.boolean(), false),
  /** Parts of a combo, which leave the stock in its place. Empty for any other product. */
  partes: z._default(z.array(ParteDeCombo).check(z.maxLength(MAX_PARTES, 'Un combo tiene hasta 30 partes.')), []),
})
export type ProductoForm = z.infer<typeof ProductoForm>

/** Data of a product for a sale. */
export const ProductoVenta = z.object({
  id: uuid,
  code: z.string(),
  auxiliary_code: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  /** More bar codes of the product. */
  barcodes: z.array(z.string()),
  name: z.string(),
  type_product: z.enum(TIPOS_PRODUCTO),
  iva: z.int(),
  price: conSigno,
  price_list: z.array(conSigno),
  ice_codigo: z.nullable(z.string()),
  irbpnr: z.boolean(),
  precio_libre: z.boolean(),
})
export type ProductoVenta = z.infer<typeof ProductoVenta>

/** Data of a product for a purchase; `cost` is null for users who may not see it. */
export const ProductoGasto = z.object({
  id: uuid,
  code: z.string(),
  auxiliary_code: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  /** More bar codes of the product. */
  barcodes: z.array(z.string()),
  name: z.string(),
  type_product: z.enum(TIPOS_PRODUCTO),
  iva: z.int(),
  cost: z.nullable(conSigno),
  ice_codigo: z.nullable(z.string()),
  irbpnr: z.boolean(),
  manage_inventory: z.boolean(),
  is_external: z.boolean(),
})
export type ProductoGasto = z.infer<typeof ProductoGasto>

/** A part on the page of its combo. */
export const ParteVista = z.extend(ParteDeCombo, {
  code: z.string(),
  name: z.string(),
  status: EstadoProducto,
  /** Stock in all warehouses; null for a product without stock. */
  stock: z.nullable(z.int()),
})
export type ParteVista = z.infer<typeof ParteVista>

export const Producto = z.extend(ProductoVenta, {
  /** Changes with the picture; null without one. */
  imagen: z.nullable(z.string()),
  barcodes: z.array(z.string()),
  category_id: z.nullable(uuid),
  brand_id: z.nullable(uuid),
  unit_id: z.nullable(uuid),
  /** Null for users who may not see costs. */
  cost: z.nullable(conSigno),
  minimum_stock: z.int(),
  manage_inventory: z.boolean(),
  status: EstadoProducto,
  is_external: z.boolean(),
  partes: z.array(ParteDeCombo),
  /** In the record of a combo: its parts, and the number of whole combos that their stock makes; null when no part has stock. */
  combo: z.optional(z.nullable(z.object({ disponible: z.nullable(z.int()), partes: z.array(ParteVista) }))),
  /** In lists: stock in all warehouses; null for a product without stock. */
  stock: z.optional(z.nullable(z.int())),
  version,
  creado_en: z.string(),
  editado_en: z.string(),
})
export type Producto = z.infer<typeof Producto>

/** One product with the choices of its form. */
export const ProductoDetalle = z.extend(Producto, {
  list_product_status: z.array(z.object({ id: EstadoProducto, name: z.string() })),
})
export type ProductoDetalle = z.infer<typeof ProductoDetalle>

/** Fields a list of products may be sorted by. */
export const ORDENES_PRODUCTO = ['name', 'code', 'price', 'creado_en'] as const

/** The columns of that list. */
export const COLUMNAS_PRODUCTO = {
  code: 'Código',
  name: 'Nombre',
  type: 'Tipo',
  price: 'Precio',
  iva: 'IVA',
  stock: 'Stock',
  status: 'Estado',
} as const

/** `q`: each word begins a word of name, code, auxiliary code or barcode; a category includes all below it. */
const filtro = {
  q: palabras,
  status: z.optional(EstadoProducto),
  type_product: z.optional(z.enum(TIPOS_PRODUCTO)),
  manage_inventory: z.optional(siNo),
  category_id: z.optional(uuid),
  brand_id: z.optional(uuid),
}
export const ProductoBusqueda = z.object({ ...listingQuery, ...filtro })
export type ProductoBusqueda = z.infer<typeof ProductoBusqueda>

/**
 * Active products for a line: an exact code or barcode first, then by words. For speed they are not counted: if there are more than
 * requested, `exact` is false and the total is one more than shown so far.
 */
export const ProductoBusquedaLinea = z.object({ page: listingQuery.page, size: listingQuery.size, q: palabras })
export type ProductoBusquedaLinea = z.infer<typeof ProductoBusquedaLinea>

export const searchProducto = endpoint('GET /productos/search', {
  costo: 'busqueda',
  tag,
  summary: 'Productos de la empresa',
  query: ProductoBusqueda,
  reply: listingOf(Producto),
})
export const exportProducto = exportOf('GET /v1/producto/exportar', {
  tag,
  summary: 'Productos como archivo, con los filtros y el orden de la lista',
  filtro,
  columnas: COLUMNAS_PRODUCTO,
})
export const searchProductoVenta = endpoint('GET /productos/search_product_venta', {
  costo: 'busqueda',
  tag,
  summary: 'Productos activos para vender',
  query: ProductoBusquedaLinea,
  reply: listingOf(ProductoVenta),
})
export const searchProductoGasto = endpoint('GET /productos/search_product_gasto', {
  costo: 'busqueda',
  tag,
  summary: 'Productos activos para comprar',
  query: ProductoBusquedaLinea,
  reply: listingOf(ProductoGasto),
})
export const readProducto = endpoint('GET /productos/find_re_by/:id', {
  costo: 'lectura',
  tag,
  summary: 'Un producto',
  params: idParams,
  reply: ProductoDetalle,
})
/** Fields in every product record of the specification (§3): they are accepted, and change nothing. */
const AS_READ = { list_product_status: z.optional(z.unknown()) }

export const createProducto = endpoint('POST /productos/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra un producto; requiere Idempotency-Key',
  body: z.extend(ProductoForm, { id: z.optional(z.unknown()), ...AS_READ }),
  reply: ProductoDetalle,
  msg: 'Producto registrado exitosamente',
})
export const editProducto = endpoint('PUT /productos/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia los datos de un producto, o lo desactiva',
  body: z.extend(ProductoForm, { id: uuid, version, ...AS_READ }),
  reply: ProductoDetalle,
  msg: 'Producto editado exitosamente',
})
/** A GET that creates, as in the specification (O-16): it takes the Idempotency-Key like other creating calls. */
export const duplicateProducto = endpoint('GET /productos/duplicate/:id', {
  costo: 'escritura',
  tag,
  summary: 'Registra una copia de un producto, con otro código y sin códigos de barras; requiere Idempotency-Key',
  params: idParams,
  reply: ProductoDetalle,
  msg: 'Producto duplicado exitosamente',
})

export const deleteProducto = endpoint('DELETE /productos/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina un producto sin documentos',
  params: idParams,
  reply: Nothing,
  msg: 'Producto eliminado exitosamente',
})
export const deleteProductos = endpoint('DELETE /productos/delete-seleted/:ids', {
  costo: 'escritura',
  tag,
  summary: 'Elimina varios productos, todos o ninguno; ids separados por comas',
  params: idsParams('productos'),
  reply: Nothing,
  msg: 'Productos eliminados exitosamente',
})
export const restoreProductos = restoreOf('POST /v1/producto/restaurar', tag, 'productos')
