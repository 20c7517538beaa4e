import { createHash } from 'node:crypto'
import { VERIFICACION_HORAS, type Perfil } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { takeShared } from '../../plugins/limites/limites-conteo.ts'
import { forgetUsuario, type Sesion } from '../../plugins/sesion/session.ts'
import { recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { postCarta } from '../carta/carta.door.ts'
import { newToken } from '../sesion/sesion.door.ts'
import { cartaDeCambio, cartaDeVerificacion } from './cartas.ts'
import * as sql from './verificacion.sql.ts'

const HORA_MS = 3_600_000
/**
 * No mailbox can be flooded, and one account leaves room for the mailbox's owner. Above the limit the claim stands and its letter can be
 * requested later.
 */
const CARTAS_POR_CORREO = { veces: 9, ms: HORA_MS }
const CARTAS_POR_CUENTA = { veces: 3, ms: HORA_MS }

const hashOf = (text: string) => createHash('sha256').update(text).digest()

type VerificacionDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'sobre'>

interface Titular {
  usuarioId: string
  username: string
  /** Hash of the requesting session; absent in a command. */
  tokenHash?: Buffer
}

interface Nombrado {
  usuarioId: string
  name: string
  /** The proof of the mail: the hash of the session, or of the invitation's link, used at this instant. */
  prueba: Buffer
  en: Date
}

/** Sends a link to a mail claimed by an account; until it is opened there, the mail has no effect (O-114). In a transaction. */
export async function claimCorreo(
  deps: VerificacionDeps,
  tx: Db,
  { usuarioId, username, tokenHash: sesion }: Titular,
  mail: string,
): Promise<void> {
  const { clock, config } = deps
  const { token, tokenHash } = newToken()
  const ahora = clock.now()
  const reclamo = { mail, hash: tokenHash, ahora, hasta: new Date(ahora.getTime() + VERIFICACION_HORAS * HORA_MS) }
  await (sesion ? sql.saveReclamo(tx, { tokenHash: sesion }, reclamo) : sql.insertReclamo(tx, usuarioId, reclamo))
  const limitKey = `carta|${hashOf(mail.toLowerCase()).toString('base64url')}|verificar`
  const wait =
    (await takeShared(tx, `${limitKey}|${usuarioId}`, CARTAS_POR_CUENTA, ahora)) ||
    (await takeShared(tx, limitKey, CARTAS_POR_CORREO, ahora))
  if (wait === 0) await postCarta(deps, tx, cartaDeVerificacion({ username, mail }, `${config.urlPublica}/#/verificar-correo/${token}`))
}

export async function pendingOf(db: Db, session: Sesion, ahora: Date): Promise<Perfil['mail_pendiente']> {
  const reclamo = await sql.readReclamo(db, session, ahora)
  return reclamo ? { mail: reclamo.mail, vence_en: reclamo.vence_en } : null
}

const record = (
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { usuarioId, tokenHash }: Sesion,
  accion: string,
  detalle: Record<string, unknown>,
) => recordDeUsuario(tx, { prueba: tokenHash, objeto: usuarioId, en: clock.now(), accion, detalle })

/** @throws 422 without a claim */
export const resend = (deps: VerificacionDeps, session: Sesion): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const reclamo = await sql.readReclamo(tx, session, deps.clock.now())
    if (!reclamo) throw errors.noMailPending()
    await claimCorreo(deps, tx, session, reclamo.mail)
    await record(deps, tx, session, 'perfil.pedir_correo', { mail: reclamo.mail })
  })

/** @throws 422 without a claim */
export const cancel = (deps: VerificacionDeps, session: Sesion): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const mail = await sql.deleteReclamo(tx, session, deps.clock.now())
    if (mail === undefined) throw errors.noMailPending()
    await record(deps, tx, session, 'perfil.retirar_correo', { mail })
  })

/** Notifies the former mail and the audit that this mail counts from now on. In the transaction of the change. */
async function tellChange(
  deps: VerificacionDeps,
  tx: Db,
  { usuarioId, name, prueba, en }: Nombrado,
  { anterior, mail }: { anterior: string; mail: string },
): Promise<void> {
  if (anterior !== '') await postCarta(deps, tx, cartaDeCambio({ name, mail: anterior }, mail))
  await recordDeUsuario(tx, { prueba, objeto: usuarioId, en, accion: 'perfil.verificar_correo', detalle: { mail: [anterior, mail] } })
}

/** The claimant opened the link: from now on the mail counts. @throws 422 alike for an invalid link and another user's */
export async function verify(deps: VerificacionDeps, session: Sesion, codigo: string): Promise<{ mail: string }> {
  const mail = await deps.db.transaction().execute(async (tx) => {
    const taken = await sql.takeReclamo(tx, hashOf(codigo), session, deps.clock.now())
    if (!taken) throw errors.mailLinkInvalid()
    if (taken.ajeno) throw errors.mailTaken()
    await tellChange(deps, tx, { ...session, prueba: session.tokenHash, en: deps.clock.now() }, taken)
    return taken.mail
  })
  forgetUsuario(deps, session.usuarioId)
  return { mail }
}
