import * as z from 'zod/mini'

import { palabras } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { cantidad, conSigno, idParams, MAX_PRICE_LIST, monto, texto, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { EstadoProducto, TIPOS_PRODUCTO } from './producto.contract.ts'

const tag = 'Productos'

/** Products that one update may change. */
export const MAX_ACTUALIZACION = 5_000
const tooMany = `Se actualizan hasta ${MAX_ACTUALIZACION} productos a la vez.`

/** Fields that many products may be given at once. */
export const CAMPOS_ACTUALIZACION = ['name', 'iva', 'price', 'price_list', 'cost', 'minimum_stock', 'status'] as const
export type CampoActualizacion = (typeof CAMPOS_ACTUALIZACION)[number]

/** Changes of one product (O-71). With `version`, they are refused when somebody else saved meanwhile. */
export const ProductoCambio = z.object({
  id: uuid,
  version: z.optional(version),
  name: z.optional(texto(300)),
  iva: z.optional(z.int()),
  price: z.optional(monto),
  price_list: z.optional(z.array(monto).check(z.maxLength(MAX_PRICE_LIST, '4 listas de precios como máximo.'))),
  /** Refused from users who may not see costs. */
  cost: z.optional(monto),
  minimum_stock: z.optional(cantidad),
  status: z.optional(EstadoProducto),
})
export type ProductoCambio = z.infer<typeof ProductoCambio>

export const ORIGENES_ACTUALIZACION = ['HOJA', 'ARCHIVO', 'DESHACER'] as const
export type OrigenActualizacion = (typeof ORIGENES_ACTUALIZACION)[number]

/** One update of many products, as it is stored. */
export const Actualizacion = z.object({
  id: uuid,
  origen: z.enum(ORIGENES_ACTUALIZACION),
  productos: z.int(),
  campos: z.array(z.enum(CAMPOS_ACTUALIZACION)),
  usuario: z.nullable(z.string()),
  hecha_en: z.string(),
  /** When it was undone; null while it stands. */
  deshecha_en: z.nullable(z.string()),
})
export type Actualizacion = z.infer<typeof Actualizacion>

/** A product in the grid; `cost` is null for users who may not see costs. */
export const ProductoHoja = z.object({
  id: uuid,
  version,
  code: z.string(),
  name: z.string(),
  iva: z.int(),
  price: conSigno,
  price_list: z.array(conSigno),
  cost: z.nullable(conSigno),
  minimum_stock: z.int(),
  status: EstadoProducto,
})
export type ProductoHoja = z.infer<typeof ProductoHoja>

export const updateProductos = endpoint('PUT /productos/update/all', {
  costo: 'escritura',
  tag,
  summary: 'Cambia muchos productos, todos o ninguno; requiere Idempotency-Key',
  body: z.array(ProductoCambio).check(z.minLength(1, 'Indique al menos un producto.'), z.maxLength(MAX_ACTUALIZACION, tooMany)),
  /** Products that changed; without any there is nothing to undo, and no id. */
  reply: z.object({ id: z.nullable(uuid), productos: z.int() }),
  msg: 'Productos actualizados exitosamente',
})
export const readHoja = endpoint('GET /v1/producto/hoja', {
  costo: 'calculo',
  tag,
  summary: `Hasta ${MAX_ACTUALIZACION} productos, por su nombre, para cambiarlos juntos`,
  query: z.object({ q: palabras, status: z.optional(EstadoProducto), type_product: z.optional(z.enum(TIPOS_PRODUCTO)) }),
  /** `total`: how many there are, counted no further than the exact limit (O-110). */
  reply: z.object({ filas: z.array(ProductoHoja), total: z.int() }),
})
export const searchActualizacion = endpoint('GET /v1/producto/actualizacion/search', {
  costo: 'busqueda',
  tag,
  summary: 'Actualizaciones de muchos productos, la última primero',
  query: z.object({ page: listingQuery.page, size: listingQuery.size }),
  reply: listingOf(Actualizacion),
})
export const undoActualizacion = endpoint('POST /v1/producto/actualizacion/deshacer/:id', {
  costo: 'escritura',
  tag,
  summary: 'Devuelve a sus productos lo que una actualización cambió, a todos o a ninguno',
  params: idParams,
  reply: z.object({
    id: z.nullable(uuid),
    productos: z.int(),
    /** Products deleted meanwhile: their number, and the names of the first. */
    omitidos: z.object({ total: z.int(), nombres: z.array(z.string()) }),
  }),
  msg: 'Actualización deshecha',
})
