import { randomBytes } from 'node:crypto'
import type { BusinessReply, CompanyChoice, Menu, Session } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { forgetSession, hashToken, isInEmpresa, type Sesion } from '../../plugins/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.service.ts'
import { checkCredenciales, type CredencialDeps, type Credenciales } from './credencial.service.ts'
import { menusDe } from './menu.service.ts'
import { MENUS_SIN_EMPRESA } from './menus.ts'
import { rolNombrado } from './rol.service.ts'
import * as sql from './sesion.sql.ts'

const SESSION_MS = 12 * 3_600_000
const RENEWABLE_MS = 10 * 60_000
const TOKEN_BYTES = 32

/** Where the name of a company stands in a session that has none. */
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

export function newToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** The session of a token as the browser keeps it; undefined when it is none. */
export async function readSession(db: Db, { token, tokenHash }: ReturnType<typeof newToken>, ahora: Date): Promise<Session | undefined> {
  const row = await sql.readSesion(db, tokenHash, ahora)
  return row && { token, ...sessionOf(row, await menusOfRow(db, row)) }
}

const menusOfRow = async (tx: Tx, { empresa_id: empresaId, usuario_id: usuarioId, rol }: sql.SesionLeida): Promise<Menu[]> =>
  empresaId === null ? [...MENUS_SIN_EMPRESA] : menusDe(tx, { empresaId, usuarioId, rol })

/** A SUPER_ADMIN may sign in to no company at all. */
async function openSinEmpresa({ db, clock }: Pick<Deps, 'db' | 'clock'>, usuarioId: string, origen: sql.Origen): Promise<Session | undefined> {
  const nueva = newToken()
  const ahora = clock.now()
  const opened = await sql.openSesion(db, { tokenHash: nueva.tokenHash, usuarioId, empresaId: null, ahora, hasta: new Date(ahora.getTime() + SESSION_MS) })
  if (!opened) return undefined
  await sql.noteSesion(db, nueva.tokenHash, origen, ahora, null)
  return readSession(db, nueva, ahora)
}

type Ingreso = Credenciales & sql.Origen

interface Apertura {
  usuarioId: string
  empresaId: string
  origen: sql.Origen
  /** The session it follows, of another company: it was opened without a password. */
  anterior?: Buffer
}

/** A new session with a token of its own; undefined when the user is no member of the company. */
async function open({ db, clock }: Pick<Deps, 'db' | 'clock'>, { usuarioId, empresaId, origen, anterior }: Apertura): Promise<Session | undefined> {
  const nueva = newToken()
  const { tokenHash } = nueva
  const ahora = clock.now()
  return inEmpresa(db, empresaId.toLowerCase(), async (tx) => {
    const opened = await sql.openSesion(tx, { tokenHash, usuarioId, empresaId, ahora, hasta: new Date(ahora.getTime() + SESSION_MS) })
    if (!opened) return undefined
    await sql.noteSesion(tx, tokenHash, origen, ahora, anterior ?? null)
    await recordAuditoria(tx, { empresaId, usuarioId, en: ahora, accion: anterior ? 'sesion.cambiar_empresa' : 'sesion.abrir', detalle: { red: origen.red } })
    return readSession(tx, nueva, ahora)
  })
}

/** Step 1: the session, or the companies to choose from (O-02). */
export async function signIn(deps: CredencialDeps, credenciales: Ingreso): Promise<BusinessReply> {
  const usuario = await checkCredenciales(deps, credenciales)
  if (!usuario) throw errors.badCredentials()
  const companies = await sql.empresasOf(deps.db, usuario.id)
  const [only, ...others] = companies
  if (!only) {
    const session = usuario.super_admin ? await openSinEmpresa(deps, usuario.id, credenciales) : undefined
    if (!session) throw errors.noCompany()
    return { session }
  }
  if (others.length > 0) return { username: usuario.username, companies }
  const session = await open(deps, { usuarioId: usuario.id, empresaId: only.id, origen: credenciales })
  if (!session) throw errors.badCredentials()
  return { session }
}

/** Step 2: password and membership are both checked again. */
export async function signInTo(deps: CredencialDeps, empresaId: string, credenciales: Ingreso): Promise<{ session: Session }> {
  const usuario = await checkCredenciales(deps, credenciales)
  const session = usuario && (await open(deps, { usuarioId: usuario.id, empresaId, origen: credenciales }))
  if (!session) throw errors.badCredentials()
  return { session }
}

/** By username, identification or e-mail. */
export const findUsuarioDeIngreso = sql.findUsuario

/** The enabled companies of a user. */
export const empresasDe = sql.empresasOf

/** Where this user may switch to, the present company included (O-39). */
export const companiesOf = ({ db }: Pick<Deps, 'db'>, { usuarioId }: Sesion): Promise<CompanyChoice[]> => sql.empresasOf(db, usuarioId)

/** Another company of the same user, without password; the old token ends (O-39). */
export async function switchEmpresa(deps: Pick<Deps, 'db' | 'clock'>, actual: Sesion, empresaId: string, origen: sql.Origen): Promise<{ session: Session }> {
  const session = await open(deps, { usuarioId: actual.usuarioId, empresaId, origen, anterior: actual.tokenHash })
  if (!session) throw errors.notFound()
  await close(deps, actual)
  return { session }
}

export async function close({ db, clock }: Pick<Deps, 'db' | 'clock'>, { tokenHash }: Sesion): Promise<void> {
  await sql.closeSesion(db, tokenHash, clock.now())
  forgetSession({ db }, tokenHash)
}

/** Twelve more hours, in the last ten minutes and with the password (O-07). */
export async function renew(deps: CredencialDeps, session: Sesion, clave: string, red: string): Promise<{ expiration_date: string }> {
  const ahora = deps.clock.now()
  if (Date.parse(session.venceEn) - ahora.getTime() > RENEWABLE_MS) throw errors.tooEarlyToRenew()
  const usuario = await checkCredenciales(deps, { quien: session.username, clave, red })
  if (usuario?.id !== session.usuarioId) throw errors.wrongPassword()
  const hasta = new Date(ahora.getTime() + SESSION_MS)
  await sql.extendSesion(deps.db, session.tokenHash, hasta)
  await sql.noteClave(deps.db, session.tokenHash, ahora)
  forgetSession(deps, session.tokenHash)
  return { expiration_date: hasta.toISOString() }
}

const LATELY_MS = 10 * 60_000

/** Whether the password of this session was given a moment ago: by signing in, or since. */
export async function gaveClaveLately({ db, clock }: Pick<Deps, 'db' | 'clock'>, { tokenHash }: Sesion): Promise<boolean> {
  const en = await sql.claveGivenAt(db, tokenHash)
  return en !== null && clock.now().getTime() - Date.parse(en) <= LATELY_MS
}

export async function current({ db, clock }: Pick<Deps, 'db' | 'clock'>, session: Sesion): Promise<{ session: Omit<Session, 'token'> }> {
  const read = async (tx: Tx) => {
    const row = await sql.readSesion(tx, session.tokenHash, clock.now())
    return row && sessionOf(row, await menusOfRow(tx, row))
  }
  const found = await (isInEmpresa(session) ? inEmpresa(db, session.empresaId, read) : read(db))
  if (!found) throw errors.unauthorized()
  return { session: found }
}

/** The routes of whoever is signed in, as they are now. */
export const menusOfSession = async ({ db }: Pick<Deps, 'db'>, session: Sesion): Promise<Menu[]> =>
  isInEmpresa(session) ? inEmpresa(db, session.empresaId, (tx) => menusDe(tx, session)) : [...MENUS_SIN_EMPRESA]
