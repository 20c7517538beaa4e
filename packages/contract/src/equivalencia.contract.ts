import * as z from 'zod/mini'

import { idsParams } from './catalogo.contract.ts'
import { ProductoDeLinea } from './compra.contract.ts'
import { Nothing } from './envelope.contract.ts'
import { endpoint } from './endpoint.ts'
import { buscado, cantidad, idParams, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Compras'

/** Our product for an item of a supplier, as decided last. */
export const Equivalencia = z.object({
  id: uuid,
  proveedor_identificacion: z.string(),
  /** Null when the supplier is no longer a person of the company. */
  proveedor_nombre: z.nullable(z.string()),
  /** The supplier's code, or the words of the description. */
  item: z.string(),
  por: z.enum(['codigo', 'descripcion']),
  /** Null: no goods of ours. */
  producto: z.nullable(ProductoDeLinea),
  /** Our units in one of the supplier's, ×10⁶. */
  factor: z.int(),
  version,
  editado_en: z.string(),
})
export type Equivalencia = z.infer<typeof Equivalencia>

export const EquivalenciaForm = z.object({
  producto_id: z.nullable(uuid),
  factor: cantidad.check(z.refine((value) => value > 0, 'Tiene que ser mayor que 0.')),
})
export type EquivalenciaForm = z.infer<typeof EquivalenciaForm>

/** Fields the list may be sorted by. */
export const ORDENES_EQUIVALENCIA = ['editado_en', 'item'] as const
export const MERCADERIA = ['si', 'no'] as const

/** `q`: each word begins a word of the supplier's name, its identification or the item. */
export const EquivalenciaBusqueda = z.object({ ...listingQuery, q: z.optional(buscado), mercaderia: z.optional(z.enum(MERCADERIA)) })
export type EquivalenciaBusqueda = z.infer<typeof EquivalenciaBusqueda>

export const searchEquivalencia = endpoint('GET /v1/equivalencia/search', {
  costo: 'busqueda',
  tag,
  summary: 'Qué producto es cada artículo de un proveedor, como se recuerda',
  query: EquivalenciaBusqueda,
  reply: listingOf(Equivalencia),
})
export const editEquivalencia = endpoint('PUT /v1/equivalencia/edit/:id', {
  costo: 'escritura',
  tag,
  params: idParams,
  summary: 'Cambia qué producto es un artículo de un proveedor, desde la próxima compra',
  body: z.extend(EquivalenciaForm, { version }),
  reply: Equivalencia,
  msg: 'Artículo recordado editado exitosamente',
})
export const deleteEquivalencias = endpoint('DELETE /v1/equivalencia/delete/:ids', {
  costo: 'escritura',
  tag,
  summary: 'Olvida artículos de proveedores; ids separados por comas',
  params: idsParams('artículos'),
  reply: Nothing,
  msg: 'Artículos olvidados exitosamente',
})
