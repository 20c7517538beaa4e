import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors } from '../../../errors.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import { noteReverso } from '../../caja/caja.door.ts'
import { reverseCartera } from '../../cartera/cartera.door.ts'
import { reverseDocumento } from '../../movimiento/movimiento.door.ts'
import * as sql from './reenvio.sql.ts'

async function requireDocumento(tx: Tx, empresaId: EmpresaId, id: string): Promise<sql.Movible> {
  const documento = await sql.readMovible(tx, empresaId, id)
  if (!documento) throw errors.notFound()
  return documento
}

/** Sends the same bytes again once the issuer has settled the cause with the SRI (O-107). */
export async function resendDocumento({ clock }: Deps, tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string): Promise<void> {
  const documento = await requireDocumento(tx, empresaId, id)
  if (documento.estado !== 'RETENIDO') throw errors.wrongState(documento.estado, 'reenviar')
  const en = clock.now()
  const moved = await sql.moveByPerson(tx, {
    empresaId,
    id,
    de: 'RETENIDO',
    a: 'ENVIANDO',
    en,
    usuarioId,
    causa: 'Reenvío pedido',
    proximoIntento: en,
  })
  if (!moved) throw errors.conflict()
  await sql.ring(tx, empresaId, id)
  // The cause is settled, so emission that stopped for it goes on.
  await sql.resume(tx, empresaId, documento.establecimiento)
}

/** Makes the next question to the SRI due now, on a person's request; does nothing for a document that waits for none. @throws 404 */
export async function askSri({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
  await requireDocumento(tx, empresaId, id)
  if (await sql.bringNow(tx, empresaId, id, clock.now())) await sql.ring(tx, empresaId, id)
}

/** Gives up the number of a rejected document; it stays, with its story, in the gap report (O-97). */
export async function closeDocumento(
  { clock }: Deps,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  id: string,
  motivo: string,
): Promise<void> {
  const documento = await requireDocumento(tx, empresaId, id)
  if (!['RECHAZADO', 'RETENIDO', 'CUARENTENA'].includes(documento.estado)) throw errors.wrongState(documento.estado, 'cerrar')
  const en = clock.now()
  const moved = await sql.moveByPerson(tx, {
    empresaId,
    id,
    de: documento.estado,
    a: 'CERRADO',
    en,
    usuarioId,
    causa: `Cerrado: ${motivo}`,
    proximoIntento: null,
  })
  if (!moved) throw errors.conflict()
  await reverseCartera(tx, { empresaId, id, usuarioId, en })
  await noteReverso(tx, { empresaId, id, usuarioId, en })
  await reverseDocumento(tx, { empresaId, id, usuarioId, en })
}
