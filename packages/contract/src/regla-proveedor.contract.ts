import * as z from 'zod/mini'

import { idsParams } from './catalogo.contract.ts'
import { Nothing } from './envelope.contract.ts'
import { endpoint } from './endpoint.ts'
import { buscado, digitos, idParams, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { RecibidoFila } from './recibido.contract.ts'
import { OPERACIONES_RETENCION } from './retencion.contract.ts'

const tag = 'Compras'

/** Last decisions about a supplier, proposed for its next document. */
export const ReglaProveedor = z.object({
  id: uuid,
  proveedor_identificacion: z.string(),
  /** Null for a supplier who is no person of the company and sent it nothing. */
  proveedor_nombre: z.nullable(z.string()),
  sustento: z.nullable(z.string()),
  /** Null for the default warehouse. */
  bodega: z.nullable(z.string()),
  /** Null when its lines and its last withholding decide. */
  operacion: z.nullable(z.enum(OPERACIONES_RETENCION)),
  retener: z.boolean(),
  /** The purchase behind the last decision; null when all was chosen by hand. */
  compra: z.nullable(z.string()),
  /** Author and time of the last decision. */
  usuario: z.nullable(z.string()),
  editado_en: z.string(),
})
export type ReglaProveedor = z.infer<typeof ReglaProveedor>

/** A correction; absent fields stay as learned. */
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
