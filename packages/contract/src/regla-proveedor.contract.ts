import * as z from 'zod/mini'

import { idsParams } from './catalogo.contract.ts'
import { Nothing } from './envelope.contract.ts'
import { endpoint } from './endpoint.ts'
import { buscado, digitos, idParams, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { RecibidoFila } from './recibido.contract.ts'
import { OPERACIONES_RETENCION } from './retencion.contract.ts'

const tag = 'Compras'

/** What was decided of a supplier last, proposed for its next document. */
export const ReglaProveedor = z.object({
  id: uuid,
  proveedor_identificacion: z.string(),
  /** Null where the supplier is not among the people of the company and sent it nothing. */
  proveedor_nombre: z.nullable(z.string()),
  sustento: z.nullable(z.string()),
  /** Null: the default one. */
  bodega: z.nullable(z.string()),
  /** Null: as its lines and its last withholding say. */
  operacion: z.nullable(z.enum(OPERACIONES_RETENCION)),
  retener: z.boolean(),
  /** The purchase that taught it last; null where all of it was chosen by hand. */
  compra: z.nullable(z.string()),
  /** Who decided it last, and when. */
  usuario: z.nullable(z.string()),
  editado_en: z.string(),
})
export type ReglaProveedor = z.infer<typeof ReglaProveedor>

/** What is not said stays as it was learned. */
export const CorreccionRecibido = z.object({
  sustento: z.optional(digitos(2)),
  bodega_id: z.optional(uuid),
  operacion: z.optional(z.enum(OPERACIONES_RETENCION)),
  retener: z.optional(z.boolean()),
})
export type CorreccionRecibido = z.infer<typeof CorreccionRecibido>
export const correctRecibido = endpoint('PUT /v1/recibido/propuesta/:id', {
  costo: 'escritura',
  tag,
  params: idParams,
  summary: 'Corrige lo que se propone de un comprobante recibido; vale también para los demás de su proveedor',
  body: CorreccionRecibido,
  reply: RecibidoFila,
})

export const ORDENES_REGLA_PROVEEDOR = ['editado_en'] as const

/** `q`: each word begins a word of the supplier's name or its identification. */
export const ReglaProveedorBusqueda = z.object({ ...listingQuery, q: z.optional(buscado) })
export type ReglaProveedorBusqueda = z.infer<typeof ReglaProveedorBusqueda>

export const searchReglaProveedor = endpoint('GET /v1/regla_proveedor/search', {
  costo: 'busqueda',
  tag,
  summary: 'Lo que se recuerda de cada proveedor: sustento, bodega, qué se le compra y si se retiene al registrar',
  query: ReglaProveedorBusqueda,
  reply: listingOf(ReglaProveedor),
})
export const deleteReglasProveedor = endpoint('DELETE /v1/regla_proveedor/delete/:ids', {
  costo: 'escritura',
  tag,
  summary: 'Olvida lo que se recuerda de proveedores; ids separados por comas',
  params: idsParams('proveedores'),
  reply: Nothing,
  msg: 'Olvidado exitosamente',
})
