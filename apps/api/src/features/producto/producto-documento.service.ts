import type { Listing, ProductoDocumento, ProductoDocumentoBusqueda } from '@yupana/contract'
import {
  bajaCompra,
  divide,
  generationStatusOf,
  inRange,
  multiply,
  negate,
  taxStatusOf,
  type Cantidad,
  type Estado,
  type Monto,
} from '@yupana/fiscal'

import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import * as sql from './producto-documento.sql.ts'
import { read, type Autor } from './producto.service.ts'

type Lector = Autor & { ambiente: Ambiente }

/** Null when a very small quantity puts the unit value out of range. */
function unitario(base: Monto, cantidad: Cantidad): Monto | null {
  return (cantidad > 0 ? inRange(() => divide(base, cantidad)) : undefined) ?? null
}

const shown =
  (veMontos: boolean) =>
  ({ factor, ...row }: sql.LineaLeida): ProductoDocumento => {
    const isLess = bajaCompra(row.tipo)
    const cantidad = multiply(row.cantidad, factor)
    return {
      ...row,
      estado_generacion: row.es_compra ? null : generationStatusOf(row.estado as Estado),
      estado_tributario: row.es_compra ? null : (taxStatusOf(row.estado as Estado) ?? null),
      cantidad: isLess ? -cantidad : cantidad,
      precio_unitario: veMontos ? unitario(row.base, cantidad) : null,
      base: veMontos ? (isLess ? negate(row.base) : row.base) : null,
    }
  }

/** The sales and returns of a product. @throws 404 */
export async function vendidos(tx: Tx, lector: Lector, id: string, query: ProductoDocumentoBusqueda): Promise<Listing<ProductoDocumento>> {
  await read(tx, lector, id)
  const listing = await sql.searchVendidos(tx, { ...lector, id }, query)
  return { ...listing, content: listing.content.map(shown(true)) }
}

/** The purchases of a product. @throws 404 */
export async function comprados(tx: Tx, lector: Lector, id: string, query: ProductoDocumentoBusqueda): Promise<Listing<ProductoDocumento>> {
  await read(tx, lector, id)
  const listing = await sql.searchComprados(tx, { ...lector, id }, query)
  return { ...listing, content: listing.content.map(shown(lector.veCosto)) }
}

/** All of them, page by page, as in the list. @throws 404 */
export async function nextVendidos(tx: Tx, lector: Lector, id: string, desde: Desde | undefined): Promise<Tramo<ProductoDocumento>> {
  await read(tx, lector, id)
  const tramo = await sql.nextVendidos(tx, { ...lector, id }, desde)
  return { ...tramo, rows: tramo.rows.map(shown(true)) }
}

/** @throws 404 */
export async function nextComprados(tx: Tx, lector: Lector, id: string, desde: Desde | undefined): Promise<Tramo<ProductoDocumento>> {
  await read(tx, lector, id)
  const tramo = await sql.nextComprados(tx, { ...lector, id }, desde)
  return { ...tramo, rows: tramo.rows.map(shown(lector.veCosto)) }
}
