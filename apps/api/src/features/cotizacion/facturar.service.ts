import type { FacturaForm } from '@yupana/contract'
import { canFacturarCotizacion } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { facturaOf } from './cotizacion-factura.ts'
import { requireCotizacion, withoutAbsent } from './cotizacion.service.ts'
import { lockCotizacion, setFactura } from './cotizacion.sql.ts'

type Clocked = Pick<Deps, 'clock'>

/** The factura that a quote would become today. @throws 404, 422 for one that was declined, expired or invoiced */
export async function readFacturable(deps: Clocked, tx: Tx, empresaId: EmpresaId, id: string): Promise<FacturaForm> {
  const { row, estado } = await requireCotizacion(deps, tx, empresaId, id)
  if (!canFacturarCotizacion(estado)) throw errors.quoteState(estado, 'facturar')
  return facturaOf(await withoutAbsent(tx, empresaId, row.entrada), row.total)
}

/**
 * What a quote offered, for the factura that is about to be issued from it: two at once wait here for each other. The same factura may
 * come again, corrected.
 * @throws 422 with the field, where it cannot be invoiced
 */
export async function takeFacturable(
  deps: Clocked,
  tx: Tx,
  empresaId: EmpresaId,
  { id, facturaId }: { id: string; facturaId: string },
): Promise<FacturaForm> {
  await lockCotizacion(tx, { empresaId, id })
  const { row, estado } = await requireCotizacion(deps, tx, empresaId, id).catch(() => {
    throw errors.field('QUOTE', 'cotizacion_id', 'La cotización no existe o fue eliminada: quítela de la factura.')
  })
  if (row.factura?.id !== facturaId && !canFacturarCotizacion(estado)) {
    const [problem] = errors.quoteState(estado, 'facturar').problems
    throw errors.field('QUOTE', 'cotizacion_id', problem?.message ?? '')
  }
  return facturaOf(row.entrada, row.total)
}

/** The quote is invoiced for as long as that factura counts. */
export async function markFacturada(
  { clock }: Clocked,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  { id, facturaId }: { id: string; facturaId: string },
): Promise<void> {
  const en = clock.now()
  await setFactura(tx, { empresaId, id }, facturaId, en)
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.facturar', objeto: id, detalle: { factura: facturaId } })
}
