import { randomUUID } from 'node:crypto'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { requireSinPresentar } from '../declaracion/declaracion.door.ts'
import { readAjuste } from './catalogo-tienda.sql.ts'
import { dropOtros } from './cobro.sql.ts'
import { declaracionesOf, deliver } from './orden.service.ts'
import * as sql from './orden.sql.ts'

/** What the company did by itself since it ordered is not sold to it. @throws 409 */
export async function requireVendible(tx: Tx, empresaId: EmpresaId, { lineas }: sql.OrdenGuardada): Promise<void> {
  const empresa = await sql.findEmpresa(tx, empresaId)
  if (empresa) await requireSinPresentar(tx, { empresaId, ambiente: empresa.ambiente }, declaracionesOf(lineas))
}

/** Who issues the factura of what is paid now, and its id; nobody while no company sells. */
async function ventaOf(tx: Tx): Promise<{ vende_id?: EmpresaId; factura_id?: string }> {
  const { vende_id } = await readAjuste(tx)
  return vende_id === null ? {} : { vende_id, factura_id: randomUUID() }
}

/** Whose word it is that an order is paid, and what they saw of it. */
interface Pago {
  version: number
  decidida_por: string
  con_tarjeta: boolean
}

/** The one way in which an order is paid, whoever says so: what it brings is there at once, and its factura is asked for. @throws 409 */
export async function markPagada(
  tx: Tx,
  empresaId: EmpresaId,
  orden: sql.OrdenGuardada,
  { version, ...pago }: Pago,
  en: Date,
): Promise<void> {
  await requireVendible(tx, empresaId, orden)
  const cambio = { estado: 'PAGADA' as const, ...pago, ...(await ventaOf(tx)) }
  if (!(await sql.updateOrden(tx, empresaId, { id: orden.id, version }, cambio, en))) throw errors.conflict()
  await deliver(tx, empresaId, orden)
  await dropOtros(tx, empresaId, orden.id, en)
}
