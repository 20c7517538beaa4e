import { randomUUID } from 'node:crypto'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { requireSinPresentar } from '../declaracion/declaracion.door.ts'
import { readAjuste } from './catalogo-tienda.sql.ts'
import { dropOtros } from './cobro.sql.ts'
import { declaracionesOf, deliver } from './orden.service.ts'
import * as sql from './orden.sql.ts'

/** Refuses what the company has done by itself since it ordered. @throws 409 */
export async function requireVendible(tx: Tx, empresaId: EmpresaId, { lineas }: sql.OrdenGuardada): Promise<void> {
  const empresa = await sql.findEmpresa(tx, empresaId)
  if (empresa) await requireSinPresentar(tx, { empresaId, ambiente: empresa.ambiente }, declaracionesOf(lineas))
}

/** The company that issues the factura of this payment, and its id; none while no company sells. */
async function ventaOf(tx: Tx): Promise<{ vende_id?: EmpresaId; factura_id?: string }> {
  const { vende_id } = await readAjuste(tx)
  return vende_id === null ? {} : { vende_id, factura_id: randomUUID() }
}

/** The user who confirms a payment, and the version they saw. */
interface Pago {
  version: number
  decidida_por: string
  con_tarjeta: boolean
}

/** The only way in which an order becomes paid, whoever confirms it: it is delivered at once, and its factura is requested. @throws 409 */
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
