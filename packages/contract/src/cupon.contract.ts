import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { conSigno, fecha, monto, porcentaje, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { MAX_PRODUCTOS_TIENDA, Tienda } from './tienda.contract.ts'

const tag = 'Tienda'
const plataforma = 'Administración'

/** Most active coupons; they are read whole. */
export const MAX_CUPONES_TIENDA = 200

/** A code as it is stored; people type it in upper or lower case. */
export const codigoCupon = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{6,20}$/, 'Son de 6 a 20 letras, números o guiones.'))

export const applyCupon = endpoint('PUT /v1/tienda/cupon', {
  costo: 'escritura',
  tag,
  summary: 'Pone un cupón en el carrito, en lugar del que había',
  body: z.object({ codigo: codigoCupon }),
  reply: Tienda,
  msg: 'Cupón aplicado',
})
export const removeCupon = endpoint('DELETE /v1/tienda/cupon', {
  costo: 'escritura',
  tag,
  summary: 'Quita el cupón del carrito',
  reply: Tienda,
})

const vigencia = { vigente_desde: fecha, vigente_hasta: z.nullable(fecha), activo: z.boolean() }
const veces = z.nullable(z.int().check(z.minimum(1, 'Tiene que ser como mínimo 1.'), z.maximum(1_000_000)))

/** `version` 0 creates it; the form brings the id, so that a repeated call creates one. */
export const TiendaCuponForm = z.object({
  id: uuid,
  codigo: codigoCupon,
  /** Exactly one of the two is set, ×10⁶. */
  porcentaje: z.nullable(
    porcentaje.check(z.minimum(10_000, 'Tiene que ser mayor que cero.'), z.maximum(99_990_000, 'Tiene que ser menor que 100.')),
  ),
  monto: z.nullable(monto.check(z.minimum(10_000, 'Tiene que ser mayor que cero.'))),
  ...vigencia,
  usos: veces,
  usos_empresa: veces,
  /** An empty list means the whole catalogue. */
  productos: z.array(uuid).check(z.maxLength(MAX_PRODUCTOS_TIENDA)),
  version,
})
export type TiendaCuponForm = z.infer<typeof TiendaCuponForm>
export const TiendaCupon = z.extend(TiendaCuponForm, { usados: z.int() })
export type TiendaCupon = z.infer<typeof TiendaCupon>

export const listTiendaCupon = endpoint('GET /v1/administracion/tienda/cupon/list', {
  costo: 'busqueda',
  tag: plataforma,
  summary: 'Cupones de la tienda, y en cuántas órdenes se usó cada uno',
  reply: z.array(TiendaCupon),
})
export const editTiendaCupon = endpoint('PUT /v1/administracion/tienda/cupon', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Crea un cupón, o lo cambia',
  body: TiendaCuponForm,
  reply: TiendaCupon,
  msg: 'Guardado exitosamente',
})

export const rucComprador = z.string().check(z.trim(), z.regex(/^\d{13}$/, 'El RUC tiene 13 dígitos.'))

/** Price of a product for one company. */
export const TiendaPrecioForm = z.object({
  ruc: rucComprador,
  producto_id: uuid,
  precio: monto,
  ...vigencia,
  version,
})
export type TiendaPrecioForm = z.infer<typeof TiendaPrecioForm>
export const TiendaPrecio = z.extend(TiendaPrecioForm, {
  empresa_id: uuid,
  empresa: z.string(),
  producto: z.string(),
  precio_lista: conSigno,
})
export type TiendaPrecio = z.infer<typeof TiendaPrecio>

export const searchTiendaPrecio = endpoint('GET /v1/administracion/tienda/precio/search', {
  costo: 'busqueda',
  tag: plataforma,
  summary: 'Precios acordados con empresas',
  query: z.object({ page: listingQuery.page, size: listingQuery.size }),
  reply: listingOf(TiendaPrecio),
})
export const editTiendaPrecio = endpoint('PUT /v1/administracion/tienda/precio', {
  costo: 'escritura',
  tag: plataforma,
  summary: 'Acuerda con una empresa el precio de un producto, o lo cambia',
  body: TiendaPrecioForm,
  reply: TiendaPrecio,
  msg: 'Guardado exitosamente',
})
