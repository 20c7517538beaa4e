import type { Equivalencia, EquivalenciaForm } from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { removeWords } from '../busqueda/busqueda.door.ts'
import { presentProductos } from '../comprobante/armado/armado.door.ts'
import * as sql from './equivalencia.sql.ts'

// Equivalences learned from purchases, changed and deleted by hand. Registered purchases stay as they are.

type Clocked = Pick<Deps, 'clock'>

/** @throws 404 */
async function take(tx: Tx, empresaId: EmpresaId, id: string): Promise<Equivalencia> {
  const [row] = await sql.takeEquivalencias(tx, empresaId, [id])
  if (!row) throw errors.notFound()
  return row
}

/** @throws 404, 409 when another user saved, 422 for an unknown product */
export async function edit(
  { clock }: Clocked,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  { id, version }: { id: string; version: number },
  { producto_id: producto, factor }: EquivalenciaForm,
): Promise<Equivalencia> {
  const before = await take(tx, empresaId, id)
  if (before.version !== version) throw errors.conflict()
  if (producto !== null && (await presentProductos(tx, empresaId, [producto])).size === 0)
    throw errors.field('UNKNOWN_REF', 'producto_id', 'El producto no existe o fue eliminado.')
  const en = clock.now()
  const now = { producto_id: producto, factor: producto === null ? fromUnits(1) : factor }
  await sql.updateEquivalencia(tx, { empresaId, id }, { ...now, usuario_id: usuarioId, editado_en: en })
  const detalle = { item: before.item, producto: [before.producto?.id ?? null, now.producto_id], factor: [before.factor, now.factor] }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'equivalencia.editar', objeto: id, detalle })
  return take(tx, empresaId, id)
}

/** All of them or none. @throws 404 */
export async function forget({ clock }: Clocked, tx: Tx, { empresaId, usuarioId }: SesionAbierta, ids: readonly string[]): Promise<void> {
  const rows = await sql.takeEquivalencias(tx, empresaId, ids)
  if (rows.length < ids.length) throw errors.notFound()
  await sql.deleteEquivalencias(tx, empresaId, ids)
  await removeWords(tx, { empresaId, tipo: 'equivalencia', ids })
  const en = clock.now()
  for (const { id, item, proveedor_nombre, proveedor_identificacion, producto } of rows) {
    const detalle = { item, proveedor: proveedor_nombre ?? proveedor_identificacion, producto: producto?.name ?? null }
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'equivalencia.eliminar', objeto: id, detalle })
  }
}
