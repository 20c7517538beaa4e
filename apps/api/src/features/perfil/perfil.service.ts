import type { Perfil, PerfilForm, SesionDeUsuario } from '@yupana/contract'
import { checkIdentificacion, TIPO_IDENTIFICACION } from '@yupana/fiscal'
import type { FastifyRequest } from 'fastify'

import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES, requireWithin } from '../../plugins/limites/limites.ts'
import { forgetSession, forgetUsuario, type Sesion } from '../../plugins/sesion/session.ts'
import { changesOf, recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { postCarta } from '../carta/carta.door.ts'
import { savePassword, checkCredenciales, palabrasDe, requireNewPassword, type CredencialDeps } from '../sesion/sesion.door.ts'
import { claimCorreo, pendingOf } from '../verificacion/verificacion.door.ts'
import { cartaDePassword } from './cartas.ts'
import { dispositivoOf } from './dispositivo.ts'
import * as sql from './perfil.sql.ts'

export type PerfilDeps = Deps & CredencialDeps

const AJENO: Readonly<Record<sql.CampoUnico, string>> = {
  username: 'Ya existe un usuario con ese nombre.',
  ci: 'Ya existe un usuario con esa identificación.',
}

export async function read({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion): Promise<Perfil> {
  const ahora = clock.now()
  const perfil = await sql.readPerfil(db, session, ahora)
  if (!perfil) throw errors.notFound()
  return { ...perfil, mail_pendiente: await pendingOf(db, session, ahora) }
}

/** The cédula or RUC of the session's user; null: none in the profile. */
export const identificacionOf = async (db: Db, session: Sesion, ahora: Date): Promise<string | null> =>
  (await sql.readPerfil(db, session, ahora))?.ci ?? null

/** Digits alone are a cédula or a RUC. @throws 422 */
function requireIdentificacion(ci: string): void {
  const check = checkIdentificacion(ci.length === 13 ? TIPO_IDENTIFICACION.RUC : TIPO_IDENTIFICACION.CEDULA, ci)
  if (!check.valid)
    throw errors.field(
      'CI',
      'ci',
      ci.length === 10 || ci.length === 13 ? check.problem! : 'Ingrese los 10 dígitos de su cédula o los 13 de su RUC.',
    )
}

/** The receiver of the letters can take over the account: another mail always needs the password. @throws 422 */
async function requirePasswordForMail(deps: PerfilDeps, session: Sesion, pass: string | undefined, red: string): Promise<void> {
  if (pass === undefined) throw errors.field('PASSWORD_NEEDED', 'pass', 'Ingrese su contraseña actual para cambiar el correo.')
  await requirePassword(deps, session, pass, red, 'pass')
}

/** @throws 422 at `campo` for a wrong password, 429 after too many */
export async function requirePassword(
  deps: CredencialDeps,
  session: Sesion,
  encodedPassword: string,
  red: string,
  campo: string,
): Promise<void> {
  const usuario = await checkCredenciales(deps, { quien: session.username, encodedPassword, red })
  if (usuario?.id !== session.usuarioId) throw errors.wrongPassword(campo)
}

interface HechoPropio {
  accion: string
  detalle: Record<string, unknown>
}

/** For the audit: a requested mail is distinct from the valid one. */
const factsOf = ({ mail_pendiente, ...perfil }: Perfil) => ({ ...perfil, mail_pedido: mail_pendiente?.mail ?? null })

/** Runs it in one transaction, with an audit entry in each of the user's companies: account and sessions are the same in all. */
const recording = <T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { usuarioId, tokenHash }: Sesion,
  work: (tx: Db) => Promise<{ answer: T; hecho: HechoPropio }>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const { answer, hecho } = await work(tx)
    await recordDeUsuario(tx, { prueba: tokenHash, objeto: usuarioId, en: clock.now(), ...hecho })
    return answer
  })

/** Another mail is only requested: it counts once its link was opened (O-114). Answers the requested one, or undefined. @throws 422, 429 */
async function requestedMail(
  deps: PerfilDeps,
  session: Sesion,
  before: Perfil,
  { mail, pass }: PerfilForm,
  request: FastifyRequest,
): Promise<string | undefined> {
  if (before.mail.toLowerCase() === mail.toLowerCase()) return undefined
  if (mail === '') throw errors.field('MAIL', 'mail', 'Este campo es requerido.')
  await requirePasswordForMail(deps, session, pass, request.ip)
  await requireWithin(deps, LIMITES.correoPropio, session, request)
  return mail
}

export async function edit(deps: PerfilDeps, session: Sesion, form: PerfilForm, request: FastifyRequest): Promise<Perfil> {
  const { usuarioId } = session
  const before = await read(deps, session)
  const mail = await requestedMail(deps, session, before, form, request)
  if (form.username !== before.username || (form.ci ?? null) !== before.ci)
    await requireWithin(deps, LIMITES.nombrePropio, session, request)
  if (form.ci && form.ci !== before.ci) requireIdentificacion(form.ci)
  const after = await recording(deps, session, async (tx) => {
    const ajeno = await sql.savePerfil(tx, session, form, deps.clock.now())
    if (ajeno) throw errors.field('TAKEN', ajeno, AJENO[ajeno])
    if (mail !== undefined) await claimCorreo(deps, tx, { ...session, username: form.username }, mail)
    const saved = await read({ ...deps, db: tx }, session)
    return { answer: saved, hecho: { accion: 'perfil.editar', detalle: changesOf(factsOf(before), factsOf(saved)) } }
  })
  forgetUsuario(deps, usuarioId)
  return after
}

/** With the current password; the other sessions end. @throws 422 */
export async function changePassword(
  deps: PerfilDeps,
  session: Sesion,
  { current_pass, new_pass }: { current_pass: string; new_pass: string },
  red: string,
): Promise<void> {
  const password = requireNewPassword(new_pass, deps.codecKeys, 'new_pass', await palabrasDe(deps.db, session.tokenHash, deps.clock.now()))
  await requirePassword(deps, session, current_pass, red, 'current_pass')
  const hash = await deps.passwordHasher.hash(password)
  await recording(deps, session, async (tx) => {
    await savePassword(tx, session, hash, deps.clock.now())
    await postCarta(deps, tx, cartaDePassword(session))
    return { answer: undefined, hecho: { accion: 'perfil.cambiar_clave', detalle: { red } } }
  })
  forgetUsuario(deps, session.usuarioId)
}

export async function saveAvatar(deps: Deps, session: Sesion, imagen: { bytes: Buffer; tipo: string } | null): Promise<Perfil> {
  await sql.saveAvatar(deps.db, session, imagen, deps.clock.now())
  forgetSession(deps, session.tokenHash)
  return read(deps, session)
}

const SIN_EMPRESA = 'Administración'

/** This user's open sign-ins, the last used first; those of support in his name are marked. */
export async function sesionesOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion): Promise<SesionDeUsuario[]> {
  const rows = await sql.openSesiones(db, session, clock.now())
  return rows.map(({ ingreso, actual, red, agente, empresas, abierta_en, usada_en, es_soporte, segundo_factor }) => ({
    id: ingreso,
    dispositivo: es_soporte ? 'Soporte, en su nombre' : dispositivoOf(agente),
    red,
    empresas: empresas.length > 0 ? empresas : [SIN_EMPRESA],
    desde: abierta_en,
    ultimo_uso: usada_en,
    actual,
    segundo_factor,
  }))
}

export async function closeOthers(deps: Deps, session: Sesion): Promise<{ cerradas: number }> {
  const answer = await recording(deps, session, async (tx) => {
    const cerradas = await sql.closeOthers(tx, session, deps.clock.now())
    return { answer: { cerradas }, hecho: { accion: 'sesion.cerrar_otras', detalle: { cerradas } } }
  })
  forgetUsuario(deps, session.usuarioId)
  return answer
}

/** @throws 404 for a session of another user, the present one, or one ended meanwhile */
export async function closeOne(deps: Deps, session: Sesion, id: string): Promise<void> {
  await recording(deps, session, async (tx) => {
    if ((await sql.closeOthers(tx, session, deps.clock.now(), id)) === 0) throw errors.notFound()
    return { answer: undefined, hecho: { accion: 'sesion.cerrar_otras', detalle: { cerradas: 1 } } }
  })
  forgetUsuario(deps, session.usuarioId)
}
