import type { BusinessReply, CompanyChoice, Ingreso, LoginReply, Menu, Session } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, inInstalacion, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { forgetUsuario, isInEmpresa, type Sesion } from '../../plugins/sesion/session.ts'
import { recordAuditoria, recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { isFactorRequired, type Via } from '../segundo-factor/segundo-factor.door.ts'
import { checkCredenciales, type CredencialDeps, type Credenciales } from './credencial.service.ts'
import { challenge, createPase, takePase } from './desafio.service.ts'
import { knowRed } from './intento.service.ts'
import { MENUS_SIN_EMPRESA, menusDe, rolNombrado } from '../permiso/permiso.door.ts'
import * as sql from './sesion.sql.ts'
import { newSessionToken, type Token } from './token.ts'

const SESSION_MS = 12 * 3_600_000
const RENEWABLE_MS = 10 * 60_000

/** Stands for the company's name in a session without a company. */
const SIN_EMPRESA = 'Administración'

const sessionOf = (row: sql.SesionLeida, menus: Menu[]): Omit<Session, 'token'> => ({
  expiration_date: row.vence_en,
  rol: rolNombrado(row.rol),
  businessName: row.nombre_comercial ?? row.razon_social ?? SIN_EMPRESA,
  businessRuc: row.ruc ?? '',
  businessId: row.empresa_id,
  ambiente: row.ambiente,
  impersonate: row.actor_id !== null,
  id: row.usuario_id,
  username: row.username,
  name: row.name,
  surname: row.surname,
  mail: row.mail,
  avatar: row.avatar,
  collections: row.collections,
  menus,
})

/** The session of a token in the shape of the browser; undefined for an invalid token. */
export async function readSession(tx: Tx, { token, tokenHash }: Token, ahora: Date): Promise<Session | undefined> {
  const row = await sql.readSesion(tx, tokenHash, ahora)
  return row && { token, ...sessionOf(row, await menusOfRow(tx, row)) }
}

const menusOfRow = async (tx: Tx, { empresa_id: empresaId, usuario_id: usuarioId, rol }: sql.SesionLeida): Promise<Menu[]> =>
  empresaId === null ? [...MENUS_SIN_EMPRESA] : menusDe(tx, { empresaId, usuarioId, rol })

type IngresoDeps = CredencialDeps & Pick<Deps, 'config'>
type Pedido = Credenciales & sql.Origen

export interface Entrada {
  origen: sql.Origen
  /** How the second factor was given, for a user who has one. */
  via?: Via | undefined
  /** The answered challenge, where there was one. */
  desafio?: Buffer | undefined
}

interface Apertura extends Entrada {
  usuarioId: string
  /** Null for a SUPER_ADMIN, who may sign in without a company. */
  empresaId: EmpresaId | null
  ahora: Date
  hasta: Date
  /** The session from which this one is opened without a password, in another company. */
  anterior?: Buffer
}

async function openIn(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  { usuarioId, empresaId, origen, via, ahora, hasta, anterior }: Apertura,
): Promise<Session | undefined> {
  const nueva = newSessionToken(config)
  const { tokenHash } = nueva
  const opened = await sql.openSesion(tx, { tokenHash, usuarioId, empresaId, ahora, hasta })
  if (!opened) return undefined
  await sql.noteSesion(tx, tokenHash, origen, ahora, anterior ?? null)
  if (via) await sql.noteFactor(tx, tokenHash)
  if (!anterior) await knowRed(tx, usuarioId, origen.red, ahora)
  const detalle = { red: origen.red, ...(via && { segundo_factor: via }) }
  const hecho = { en: ahora, accion: anterior ? 'sesion.cambiar_empresa' : 'sesion.abrir', detalle }
  await (empresaId === null
    ? recordDeUsuario(tx, { ...hecho, prueba: tokenHash, objeto: usuarioId })
    : recordAuditoria(tx, { ...hecho, usuarioId, empresaId }))
  return readSession(tx, nueva, ahora)
}

/** A new session with its own token. Undefined when the user is no member of the company, or, without a company, no SUPER_ADMIN. */
export async function open(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  pedida: Omit<Apertura, 'ahora' | 'hasta' | 'anterior'>,
): Promise<Session | undefined> {
  const { db, clock } = deps
  const ahora = clock.now()
  const apertura = { ...pedida, ahora, hasta: new Date(ahora.getTime() + SESSION_MS) }
  const { empresaId } = apertura
  return empresaId === null
    ? inInstalacion(db, (tx) => openIn(deps, tx, apertura))
    : inEmpresa(db, empresaId, (tx) => openIn(deps, tx, apertura))
}

interface Identificado {
  id: string
  username: string
  super_admin: boolean
}

/** The result of a sign-in when nothing is missing. */
export async function enter(deps: Pick<Deps, 'db' | 'clock' | 'config'>, usuario: Identificado, entrada: Entrada): Promise<Ingreso> {
  const companies = await sql.empresasOf(deps.db, usuario.id)
  const [only, ...others] = companies
  if (!only) {
    const session = usuario.super_admin ? await open(deps, { usuarioId: usuario.id, empresaId: null, ...entrada }) : undefined
    if (!session) throw errors.noCompany()
    return { session }
  }
  if (others.length > 0)
    return { username: usuario.username, companies, ...(entrada.desafio && { pase: await createPase(deps, entrada.desafio) }) }
  const session = await open(deps, { usuarioId: usuario.id, empresaId: only.id, ...entrada })
  if (!session) throw errors.badCredentials()
  return { session }
}

/** Step 1: the session, or the companies to choose from (O-02); before either, the second factor of a user who has one (O-103). */
export async function signIn(deps: IngresoDeps, credenciales: Pedido): Promise<BusinessReply> {
  const usuario = await checkCredenciales(deps, credenciales)
  if (!usuario) throw errors.badCredentials()
  return (await challenge(deps, usuario, null)) ?? enter(deps, usuario, { origen: credenciales })
}

/** Step 2: checks password and membership again, and the pass that the second factor left. */
export async function signInTo(
  deps: IngresoDeps,
  empresaId: EmpresaId,
  pase: string | undefined,
  credenciales: Pedido,
): Promise<LoginReply> {
  const usuario = await checkCredenciales(deps, credenciales)
  if (!usuario) throw errors.badCredentials()
  const via = pase === undefined ? undefined : await takePase(deps, usuario.id, pase)
  const missing = via ? undefined : await challenge(deps, usuario, empresaId)
  if (missing) return missing
  const session = await open(deps, { usuarioId: usuario.id, empresaId, origen: credenciales, via })
  if (!session) throw errors.badCredentials()
  return { session }
}

/** By username, identification or e-mail. */
export const findUsuarioDeIngreso = sql.findUsuario

/** Companies this user may switch to, the present one included (O-39). */
export const companiesOf = ({ db }: Pick<Deps, 'db'>, { usuarioId }: Sesion): Promise<CompanyChoice[]> => sql.empresasOf(db, usuarioId)

/** @throws 422 for a session that lacks the second factor its user needs by now (O-103) */
async function requireFactor(deps: Pick<Deps, 'db' | 'config'>, { superAdmin, tokenHash }: Sesion): Promise<void> {
  if (isFactorRequired(deps, superAdmin) && !(await sql.wasOpenedWithFactor(deps.db, tokenHash))) throw errors.factorNeeded()
}

/** In production, the company's signature demands a session with a second factor. @throws 422 */
export async function requireFactorForFirma(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { tokenHash }: Pick<Sesion, 'tokenHash'>,
): Promise<void> {
  if (config.modo === 'produccion' && !(await sql.wasOpenedWithFactor(db, tokenHash))) throw errors.factorForSignature()
}

/**
 * Opens another company of the same user without a password (O-39). The first session stays open (O-118); both end at the same instant
 * (O-07). @throws 401 where it ended meanwhile, 404
 */
export async function switchEmpresa(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actual: Sesion,
  empresaId: EmpresaId,
  origen: sql.Origen,
): Promise<{ session: Session }> {
  await requireFactor(deps, actual)
  const { usuarioId, tokenHash } = actual
  const ahora = deps.clock.now()
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const hasta = await sql.joinSesion(tx, tokenHash, ahora)
    if (!hasta) throw errors.unauthorized()
    const opened = await openIn(deps, tx, { usuarioId, empresaId, origen, ahora, hasta, anterior: tokenHash })
    if (!opened) throw errors.notFound()
    return { session: opened }
  })
}

/** The other company of the user that holds a document or draft of his (O-118). @throws 404 */
export async function empresaOfDocumento(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tokenHash }: Sesion,
  id: string,
): Promise<CompanyChoice> {
  const found = await sql.empresaOfDocumento(db, tokenHash, id, clock.now())
  if (!found) throw errors.notFound()
  return found
}

/** Signs out of every company of this sign-in. */
export async function close({ db, clock }: Pick<Deps, 'db' | 'clock'>, { tokenHash, usuarioId }: Sesion): Promise<void> {
  await sql.closeSesion(db, tokenHash, clock.now())
  forgetUsuario({ db }, usuarioId)
}

/** Adds twelve hours in the last ten minutes, for the password (O-07). */
export async function renew(
  deps: IngresoDeps,
  session: Sesion,
  encodedPassword: string,
  red: string,
): Promise<{ expiration_date: string }> {
  const ahora = deps.clock.now()
  if (Date.parse(session.venceEn) - ahora.getTime() > RENEWABLE_MS) throw errors.tooEarlyToRenew()
  await requireFactor(deps, session)
  const usuario = await checkCredenciales(deps, { quien: session.username, encodedPassword, red })
  if (usuario?.id !== session.usuarioId) throw errors.wrongPassword()
  const hasta = new Date(ahora.getTime() + SESSION_MS)
  await sql.extendSesion(deps.db, session.tokenHash, hasta)
  await sql.notePassword(deps.db, session.tokenHash, ahora)
  forgetUsuario(deps, session.usuarioId)
  return { expiration_date: hasta.toISOString() }
}

/**
 * Continues an idle session (O-123) with the password of the person who works in it: support gives its own, never the user's. The second
 * factor of the sign-in still counts, as for a renewal.
 */
export async function resume(
  deps: IngresoDeps,
  { tokenHash, usuarioId, actorId, username }: Sesion,
  encodedPassword: string,
  red: string,
): Promise<void> {
  const quien = actorId === null ? username : await sql.usernameIn(deps.db, tokenHash, deps.clock.now())
  const usuario = await checkCredenciales(deps, { quien, encodedPassword, red })
  if (usuario?.id !== (actorId ?? usuarioId)) throw errors.wrongPassword()
  await sql.notePassword(deps.db, tokenHash, deps.clock.now())
  forgetUsuario(deps, usuarioId)
}

export async function current({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion): Promise<{ session: Omit<Session, 'token'> }> {
  const read = async (tx: Tx) => {
    const row = await sql.readSesion(tx, session.tokenHash, clock.now())
    return row && sessionOf(row, await menusOfRow(tx, row))
  }
  const found = await (isInEmpresa(session) ? inEmpresa(db, session.empresaId, read) : inInstalacion(db, read))
  if (!found) throw errors.unauthorized()
  return { session: found }
}
