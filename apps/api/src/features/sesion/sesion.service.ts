import { randomBytes } from 'node:crypto'
import type { BusinessReply, CompanyChoice, Menu, Session } from '@yupana/contract'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { forgetSession, hashToken, type SesionAbierta } from '../../plugins/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.service.ts'
import { checkCredenciales, type CredencialDeps, type Credenciales } from './credencial.service.ts'
import { menusDe } from './menu.service.ts'
import { rolNombrado } from './rol.service.ts'
import * as sql from './sesion.sql.ts'

const SESSION_MS = 12 * 3_600_000
const RENEWABLE_MS = 10 * 60_000
const TOKEN_BYTES = 32

const sessionOf = (row: sql.SesionLeida, menus: Menu[]): Omit<Session, 'token'> => ({
  expiration_date: row.vence_en,
  rol: rolNombrado(row.rol),
  businessName: row.nombre_comercial ?? row.razon_social,
  businessRuc: row.ruc,
  businessId: row.empresa_id,
  ambiente: row.ambiente,
  impersonate: false,
  id: row.usuario_id,
  username: row.username,
  name: row.name,
  surname: row.surname,
  mail: row.mail,
  avatar: null,
  collections: row.collections,
  menus,
})

/** A new session with a token of its own; undefined when the user is no member of the company. */
async function open({ db, clock }: Pick<Deps, 'db' | 'clock'>, usuarioId: string, empresaId: string, red: string, accion: string): Promise<Session | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const tokenHash = hashToken(token)
  const ahora = clock.now()
  return inEmpresa(db, empresaId.toLowerCase(), async (tx) => {
    const opened = await sql.openSesion(tx, { tokenHash, usuarioId, empresaId, ahora, hasta: new Date(ahora.getTime() + SESSION_MS) })
    if (!opened) return undefined
    await recordAuditoria(tx, { empresaId, usuarioId, en: ahora, accion, detalle: { red } })
    const row = await sql.readSesion(tx, tokenHash, ahora)
    return row && { token, ...sessionOf(row, await menusDe(tx, { empresaId, usuarioId, rol: row.rol })) }
  })
}

/** Step 1: the session, or the companies to choose from (O-02). */
export async function signIn(deps: CredencialDeps, credenciales: Credenciales): Promise<BusinessReply> {
  const usuario = await checkCredenciales(deps, credenciales)
  if (!usuario) throw errors.badCredentials()
  const companies = await sql.empresasOf(deps.db, usuario.id)
  const [only, ...others] = companies
  if (!only) throw errors.noCompany()
  if (others.length > 0) return { username: usuario.username, companies }
  const session = await open(deps, usuario.id, only.id, credenciales.red, 'sesion.abrir')
  if (!session) throw errors.badCredentials()
  return { session }
}

/** Step 2: password and membership are both checked again. */
export async function signInTo(deps: CredencialDeps, empresaId: string, credenciales: Credenciales): Promise<{ session: Session }> {
  const usuario = await checkCredenciales(deps, credenciales)
  const session = usuario && (await open(deps, usuario.id, empresaId, credenciales.red, 'sesion.abrir'))
  if (!session) throw errors.badCredentials()
  return { session }
}

/** The enabled companies of a user. */
export const empresasDe = sql.empresasOf

/** Where this user may switch to, the present company included (O-39). */
export const companiesOf = ({ db }: Pick<Deps, 'db'>, { usuarioId }: SesionAbierta): Promise<CompanyChoice[]> => sql.empresasOf(db, usuarioId)

/** Another company of the same user, without password; the old token ends (O-39). */
export async function switchEmpresa(deps: Pick<Deps, 'db' | 'clock'>, actual: SesionAbierta, empresaId: string, red: string): Promise<{ session: Session }> {
  const session = await open(deps, actual.usuarioId, empresaId, red, 'sesion.cambiar_empresa')
  if (!session) throw errors.notFound()
  await close(deps, actual)
  return { session }
}

export async function close({ db, clock }: Pick<Deps, 'db' | 'clock'>, { tokenHash }: SesionAbierta): Promise<void> {
  await sql.closeSesion(db, tokenHash, clock.now())
  forgetSession({ db }, tokenHash)
}

/** Twelve more hours, in the last ten minutes and with the password (O-07). */
export async function renew(deps: CredencialDeps, session: SesionAbierta, clave: string, red: string): Promise<{ expiration_date: string }> {
  const ahora = deps.clock.now()
  if (Date.parse(session.venceEn) - ahora.getTime() > RENEWABLE_MS) throw errors.tooEarlyToRenew()
  const usuario = await checkCredenciales(deps, { quien: session.username, clave, red })
  if (usuario?.id !== session.usuarioId) throw errors.wrongPassword()
  const hasta = new Date(ahora.getTime() + SESSION_MS)
  await sql.extendSesion(deps.db, session.tokenHash, hasta)
  forgetSession(deps, session.tokenHash)
  return { expiration_date: hasta.toISOString() }
}

export async function current({ clock }: Pick<Deps, 'clock'>, tx: Tx, { tokenHash, empresaId, usuarioId }: SesionAbierta): Promise<{ session: Omit<Session, 'token'> }> {
  const row = await sql.readSesion(tx, tokenHash, clock.now())
  if (!row) throw errors.unauthorized()
  return { session: sessionOf(row, await menusDe(tx, { empresaId, usuarioId, rol: row.rol })) }
}
