import type { ExistenciaBusqueda, ExistenciaFila, ExistenciaProducto, KardexBusqueda, KardexFila, Listing } from '@yupana/contract'
import { divide, fechaIn, sum } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import * as existencias from './existencias.sql.ts'
import { costsOf, type Autor } from './movimiento.service.ts'
import * as sql from './movimiento.sql.ts'

type Lector = Pick<Autor, 'empresaId' | 'ambiente' | 'veCosto' | 'en'>

async function requireProducto(tx: Tx, empresaId: EmpresaId, id: string): Promise<sql.ProductoLeido> {
  const [producto] = await sql.readProductosOf(tx, empresaId, [id])
  if (!producto) throw errors.notFound()
  return producto
}

/** The requested kardex: a product in the given warehouse, or in the default one. @throws 404 for ids of another company */
async function requirePar(tx: Tx, { empresaId }: Lector, productoId: string, bodega: string | undefined) {
  await requireProducto(tx, empresaId, productoId)
  const bodegaId = bodega ?? (await sql.readPredeterminada(tx, empresaId))
  if ((await sql.readBodegasOf(tx, empresaId, [bodegaId])).length === 0) throw errors.notFound()
  return { bodegaId, productoId }
}

const kardexOf =
  (veCosto: boolean) =>
  (fila: sql.KardexLeido): KardexFila => {
    const saldo = costsOf(fila.saldo_cantidad, fila.saldo_valor, veCosto)
    return {
      ...fila,
      ...costsOf(fila.cantidad, fila.valor, veCosto),
      ajuste: veCosto ? fila.ajuste : null,
      saldo_costo_unitario: saldo.costo_unitario,
      saldo_valor: saldo.valor,
    }
  }

/** @throws 404 for a product or a warehouse of another company */
export async function search(tx: Tx, lector: Lector, id: string, query: KardexBusqueda): Promise<Listing<KardexFila>> {
  const par = await requirePar(tx, lector, id, query.bodega_id)
  const listing = await sql.searchKardex(tx, lector, par, query)
  return { ...listing, content: listing.content.map(kardexOf(lector.veCosto)) }
}

/** The same rows for a file. @throws 404 */
export async function nextKardex(
  tx: Tx,
  lector: Lector,
  { producto_id: id, bodega_id: bodega, ...dias }: Omit<KardexBusqueda, 'page' | 'size'> & { producto_id: string },
  desde: Desde | undefined,
): Promise<Tramo<KardexFila>> {
  const tramo = await sql.nextKardex(tx, lector, await requirePar(tx, lector, id, bodega), dias, desde)
  return { ...tramo, rows: tramo.rows.map(kardexOf(lector.veCosto)) }
}

/** Stock of the product in each warehouse, now or at the end of a day. @throws 404 */
export async function existencia(tx: Tx, lector: Lector, id: string, fecha?: string): Promise<ExistenciaProducto> {
  const { code, name, manage_inventory } = await requireProducto(tx, lector.empresaId, id)
  const bodegas = await sql.readExistencias(tx, lector, id, fecha)
  return {
    producto: { id, code, name, manage_inventory },
    total: sum(bodegas.map(({ cantidad }) => cantidad)),
    bodegas: bodegas.map(({ valor, ...one }) => ({ ...one, ...costsOf(one.cantidad, valor, lector.veCosto) })),
    en_transito: await existencias.readEnTransito(tx, lector, id, fecha),
    reservado: fecha === undefined ? await existencias.readReservado(tx, lector, fechaIn(lector.en), id) : 0,
  }
}

/** The row with the quantity to buy when the stock is under the minimum: up to the minimum, plus the sales of a month. */
const filaOf =
  (veCosto: boolean) =>
  ({ valor, ...fila }: existencias.ExistenciaLeida): ExistenciaFila => {
    const { cantidad, reservado, en_transito: transito, minimum_stock: minimo, vendido } = fila
    const left = cantidad - reservado
    return {
      ...fila,
      sugerido: minimo > 0 && left < minimo ? Math.max(0, minimo + Math.max(0, vendido) - left - transito) : 0,
      costo_unitario: veCosto && cantidad > 0 ? divide(valor, cantidad) : null,
      valor: veCosto ? valor : null,
    }
  }

export async function searchExistencias(tx: Tx, lector: Lector, query: ExistenciaBusqueda): Promise<Listing<ExistenciaFila>> {
  const listing = await existencias.searchExistencias(tx, lector, fechaIn(lector.en), query)
  return { ...listing, content: listing.content.map(filaOf(lector.veCosto)) }
}

export async function nextExistencias(
  tx: Tx,
  lector: Lector,
  filtro: Parameters<typeof existencias.nextExistencias>[3],
  desde: Desde | undefined,
): Promise<Tramo<ExistenciaFila>> {
  const tramo = await existencias.nextExistencias(tx, lector, fechaIn(lector.en), filtro, desde)
  return { ...tramo, rows: tramo.rows.map(filaOf(lector.veCosto)) }
}
