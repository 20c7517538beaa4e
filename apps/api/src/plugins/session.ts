import { createHash } from 'node:crypto'
import type { Collection } from '@yupana/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { Deps } from '../deps.ts'
import type { Ambiente } from '../db/schema.ts'
import { errors } from '../errors.ts'
import { concern } from './rechazos.ts'

/** Role ids of the specification. */
export const ROL = { SUPER_ADMIN: 0, ADMIN: 1, USUARIO: 2, VENDEDOR: 3, EMPLEADO: 4 } as const
export type Rol = (typeof ROL)[keyof typeof ROL]
export const TODOS: readonly Rol[] = Object.values(ROL)
export const ADMINISTRAN: readonly Rol[] = [ROL.SUPER_ADMIN, ROL.ADMIN]
export const VENDEN: readonly Rol[] = [ROL.SUPER_ADMIN, ROL.ADMIN, ROL.VENDEDOR, ROL.EMPLEADO]

/** Who called. Only a SUPER_ADMIN may be in no company. */
export interface Sesion {
  tokenHash: Buffer
  usuarioId: string
  empresaId: string | null
  /** Who really works here, in the name of the user (O-14). */
  actorId: string | null
  rol: Rol
  superAdmin: boolean
  collections: string[]
  venceEn: string
  username: string
  name: string
  surname: string
  mail: string
  ruc: string | null
  razonSocial: string | null
  nombreComercial: string | null
  ambiente: Ambiente | null
  /** Another text once something that the page keeps has changed (O-116). */
  aviso: string
}

/** A session in a company: what all but the calls about oneself and about the installation need. */
export interface SesionAbierta extends Sesion {
  empresaId: string
  ruc: string
  razonSocial: string
  ambiente: Ambiente
}

export const isInEmpresa = (session: Sesion): session is SesionAbierta => session.empresaId !== null

/** Whether a session has this right (O-08): support has them all. */
export const mayDo = ({ superAdmin, collections }: Pick<SesionAbierta, 'superAdmin' | 'collections'>, right: Collection): boolean => superAdmin || collections.includes(right)

interface SesionRow {
  usuario_id: string
  empresa_id: string | null
  actor_id: string | null
  rol: Rol
  super_admin: boolean
  collections: string[]
  vence_en: string
  username: string
  name: string
  surname: string
  mail: string
  ruc: string | null
  razon_social: string | null
  nombre_comercial: string | null
  ambiente: Ambiente | null
  aviso: string
}

/** When a session was used last is told to the minute. */
const USE_MS = 60_000
const uses = new WeakMap<object, Map<string, number>>()

/** Notes the use of a session, now and then, without letting the call wait for it. */
function noteUse(db: Deps['db'], key: string, tokenHash: Buffer, now: Date): void {
  const noted = uses.get(db) ?? new Map<string, number>()
  uses.set(db, noted)
  if (now.getTime() - (noted.get(key) ?? -Infinity) < USE_MS) return
  if (noted.size >= CACHE_SIZE) noted.clear()
  noted.set(key, now.getTime())
  void sql`select sesion_usar(${tokenHash}, ${now}, false)`.execute(db).catch(() => undefined)
}

/** A revoked token is refused within a second on every instance (O-07): this long an answer may be reused. */
const CACHE_MS = 800
const CACHE_SIZE = 2_000
const cache = new WeakMap<object, Map<string, { at: number; session: Sesion }>>()

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token, rest] = (request.headers.authorization ?? '').split(' ')
  return scheme === 'Bearer' && token && !rest && /^[\w-]{20,100}$/.test(token) ? token : undefined
}

/** Forgets what was remembered of a session: after logout, renewal or a change of the company's data. */
export function forgetSession({ db }: Pick<Deps, 'db'>, tokenHash: Buffer): void {
  cache.get(db)?.delete(tokenHash.toString('base64'))
}

/** Forgets what was remembered of a user's sessions: after they all ended. */
export function forgetUsuario({ db }: Pick<Deps, 'db'>, usuarioId: string): void {
  const known = cache.get(db)
  for (const [key, { session }] of known ?? []) if (session.usuarioId === usuarioId) known?.delete(key)
}

/** The session behind the bearer token; what is refused of it from here on concerns who works in it. @throws 401 when there is none, or it ended */
export async function requireSession(deps: Pick<Deps, 'db' | 'clock'>, request: FastifyRequest): Promise<Sesion> {
  const session = await findSession(deps, request)
  concern({ usuarioId: session.actorId ?? session.usuarioId })
  return session
}

async function findSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, request: FastifyRequest): Promise<Sesion> {
  const token = bearerOf(request)
  if (!token) throw errors.unauthorized()
  const tokenHash = hashToken(token)
  const key = tokenHash.toString('base64')
  const known = cache.get(db) ?? new Map()
  cache.set(db, known)
  const now = clock.now()
  const remembered = known.get(key)
  if (remembered && performance.now() - remembered.at < CACHE_MS && remembered.session.venceEn > now.toISOString()) return remembered.session
  const { rows } = await sql<SesionRow>`select s.*, sesion_aviso(${tokenHash}) as aviso from sesion_buscar(${tokenHash}, ${now}) s`.execute(db)
  const row = rows[0]
  if (!row) {
    known.delete(key)
    throw errors.unauthorized()
  }
  const session: Sesion = {
    tokenHash,
    usuarioId: row.usuario_id,
    empresaId: row.empresa_id,
    actorId: row.actor_id,
    rol: row.rol,
    superAdmin: row.super_admin,
    collections: row.collections,
    venceEn: row.vence_en,
    username: row.username,
    name: row.name,
    surname: row.surname,
    mail: row.mail,
    ruc: row.ruc,
    razonSocial: row.razon_social,
    nombreComercial: row.nombre_comercial,
    ambiente: row.ambiente,
    aviso: row.aviso,
  }
  noteUse(db, key, tokenHash, now)
  if (known.size >= CACHE_SIZE) known.clear()
  known.set(key, { at: performance.now(), session })
  return session
}
