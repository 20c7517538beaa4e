import { createHash, createHmac } from 'node:crypto'
import type { Cotizacion } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { move, read } from './cotizacion.service.ts'
import { dropEnlace, readClaveEnlace, setEnlace } from './enlace.sql.ts'

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits, the same until the link is revoked. */
const tokenOf = (secreto: Buffer, id: string, n: number): string =>
  createHmac('sha256', secreto).update(`cotizacion|${id}|${n}`).digest('base64url')

/** The link for a client; a draft becomes sent. @throws 404, 409, 422 for a draft that has expired */
export async function shareCotizacion(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  session: SesionAbierta,
  { id, version }: { id: string; version: number },
): Promise<{ enlace: string; cotizacion: Cotizacion }> {
  const { empresaId, usuarioId } = session
  const before = await read(deps, tx, empresaId, id)
  if (before.version !== version) throw errors.conflict()
  if (before.estado === 'BORRADOR') await move(deps, tx, session, id, { estado: 'ENVIADA', version })
  const enlace = await readClaveEnlace(tx, { empresaId, id })
  if (!enlace) throw errors.notFound()
  const token = tokenOf(enlace.secreto, id, enlace.n)
  await setEnlace(tx, { empresaId, id }, hashOf(token))
  if (!before.con_enlace)
    await recordAuditoria(tx, {
      empresaId,
      usuarioId,
      en: deps.clock.now(),
      accion: 'cotizacion.compartir',
      objeto: id,
      detalle: { numero: before.numero },
    })
  return { enlace: `${deps.config.urlPublica}/c/${token}`, cotizacion: await read(deps, tx, empresaId, id) }
}

/** Revokes the link. @throws 404 */
export async function unshareCotizacion(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  id: string,
): Promise<Cotizacion> {
  const { numero } = await read(deps, tx, empresaId, id)
  if (await dropEnlace(tx, { empresaId, id })) {
    const en = deps.clock.now()
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cotizacion.dejar_de_compartir', objeto: id, detalle: { numero } })
  }
  return read(deps, tx, empresaId, id)
}
