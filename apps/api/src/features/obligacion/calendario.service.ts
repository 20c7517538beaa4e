import { createHash, createHmac } from 'node:crypto'
import { fechaIn } from '@yupana/fiscal'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { calendarioIcs } from './calendario-ics.ts'
import { readObligaciones } from './obligacion.service.ts'
import * as sql from './obligacion.sql.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits, the same until the address is revoked. */
const tokenOf = (secreto: Buffer, usuarioId: string, n: number): string =>
  createHmac('sha256', secreto).update(`calendario|${usuarioId}|${n}`).digest('base64url')

/** The address of this user's calendar of the present company. */
export async function shareCalendario(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  session: SesionAbierta,
): Promise<{ enlace: string }> {
  const { empresaId, usuarioId } = session
  const en = clock.now()
  const { secreto, n, hash } = await sql.lockCalendario(tx, session, en)
  const token = tokenOf(secreto, usuarioId, n)
  if (hash === null) {
    await sql.setCalendario(tx, session, hashOf(token), en)
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'calendario.compartir', detalle: {} })
  }
  return { enlace: `${config.urlPublica}/o/${token}.ics` }
}

/** Revokes the address. */
export async function unshareCalendario({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta): Promise<void> {
  const { empresaId, usuarioId } = session
  if (await sql.dropCalendario(tx, session))
    await recordAuditoria(tx, { empresaId, usuarioId, en: clock.now(), accion: 'calendario.dejar_de_compartir', detalle: {} })
}

const ARCHIVO = /^([\w-]{43})\.ics$/
/** A year ahead: the calendar program asks again. */
const DIAS = 365

/** The calendar of an address, for another program. @throws 404 for an unknown address */
export async function readCalendario(deps: Pick<Deps, 'db' | 'clock' | 'config'>, archivo: string): Promise<string> {
  const token = ARCHIVO.exec(archivo)?.[1]
  const empresaId = token === undefined ? undefined : await sql.findByEnlace(deps.db, hashOf(token))
  if (empresaId === undefined) throw errors.linkInvalid()
  const ahora = deps.clock.now()
  return inEmpresa(deps.db, empresaId, async (tx) =>
    calendarioIcs({
      nombre: await sql.readNombre(tx, empresaId),
      empresaId,
      obligaciones: await readObligaciones(tx, empresaId, fechaIn(ahora), DIAS),
      ahora,
      base: deps.config.urlPublica,
    }),
  )
}
