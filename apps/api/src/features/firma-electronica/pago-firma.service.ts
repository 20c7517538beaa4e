import type { SolicitudFirma } from '@yupana/contract'
import { isFirmaCerrada } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { read, requireMia, type Solicitante } from './firma.service.ts'
import * as sql from './pago-firma.sql.ts'

interface Compra {
  empresaId: EmpresaId
  ordenId: string
  usuarioId: string
}

/** Credits the signatures of a paid order: first to requests of its buyer that wait for payment, the rest stays free. */
export async function creditFirmas(tx: Tx, { empresaId, ordenId, usuarioId }: Compra, firmas: readonly sql.FirmaVendida[]): Promise<void> {
  if (firmas.length === 0) return
  await sql.insertPagadas(tx, empresaId, ordenId, firmas)
  for (const { id } of await sql.readEsperanPago(tx, empresaId, usuarioId)) await sql.takePagada(tx, empresaId, { ordenId }, id)
}

/** Uses a paid signature of an order; a repeat changes nothing. @throws 404, 422 when none is left */
export async function usePagada(tx: Tx, autor: Solicitante, id: string, ordenId: string): Promise<SolicitudFirma> {
  const { empresaId, usuarioId, en } = autor
  const { estado } = await requireMia(tx, autor, id, true)
  const before = await sql.findPago(tx, empresaId, id)
  if (before?.orden_id === ordenId) return read(tx, autor, id)
  if (isFirmaCerrada(estado)) throw errors.signatureMove()
  if (before || !(await sql.takePagada(tx, empresaId, { ordenId }, id))) throw errors.signatureNonePaid()
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'firma.pagar', objeto: id, detalle: { orden: ordenId } })
  return read(tx, autor, id)
}
