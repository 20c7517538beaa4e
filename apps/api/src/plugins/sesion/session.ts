import { createHash } from 'node:crypto'
import { USO_HEADER, type Collection } from '@yupana/contract'
import { isDigits } from '@yupana/fiscal'
import type { FastifyRequest } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import type { Ambiente } from '../../db/schema-columna.ts'
import { errors } from '../../errors.ts'
import { concern } from '../rechazos/rechazos.ts'
import type { Rol } from './roles.ts'
import { markUsed, readSesion } from './session.sql.ts'
import { isSessionToken } from './session-token.ts'

/** The caller. Only a SUPER_ADMIN may be in no company. */
export interface Sesion {
  tokenHash: Buffer
  usuarioId: string
  empresaId: EmpresaId | null
  /** Id of the support user who acts in the user's name (O-14). */
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
  /** Changes whenever data kept by the page has changed (O-116). */
  aviso: string
  usadaEn: string
  /** Idle time after which the session needs its password (O-123); null: never. */
  inactividadMs: number | null
}

/** A session in a company: required by all calls except those about the user himself and the installation. */
export interface SesionAbierta extends Sesion {
  empresaId: EmpresaId
  ruc: string
  razonSocial: string
  ambiente: Ambiente
}

export const isInEmpresa = (session: Sesion): session is SesionAbierta => session.empresaId !== null

/** Whether a session has this right (O-08): support has all. */
export const mayDo = ({ superAdmin, collections }: Pick<SesionAbierta, 'superAdmin' | 'collections'>, right: Collection): boolean =>
  superAdmin || collections.includes(right)

/** Precision of the stored time of last use. */
const USE_MS = 15_000
interface Uso {
  at: number
  /** Resolves once the database has it. */
  noted: Promise<unknown>
}
const uses = new WeakMap<object, Map<string, Uso>>()

const usesOf = (db: Deps['db']): Map<string, Uso> => {
  const known = uses.get(db) ?? new Map<string, Uso>()
  uses.set(db, known)
  return known
}

/** Longer than any session lasts. */
const DAY_SECONDS = 86_400

/** Time of the user's action behind this call: the page sends how long ago it was, other clients mean now. */
function usedAt({ headers }: FastifyRequest, now: Date): number {
  const seconds = headers[USO_HEADER]
  return now.getTime() - (typeof seconds === 'string' && isDigits(seconds) ? Math.min(Number(seconds), DAY_SECONDS) * 1_000 : 0)
}

/** Notes the use of a session from time to time, without delaying the call. Calls without a user's action keep no session open (O-123). */
export function noteUse({ db, clock }: Pick<Deps, 'db' | 'clock'>, request: FastifyRequest, session: Sesion): void {
  const noted = usesOf(db)
  const key = session.tokenHash.toString('base64')
  const at = usedAt(request, clock.now())
  if (at < Math.max(noted.get(key)?.at ?? -Infinity, Date.parse(session.usadaEn)) + USE_MS) return
  if (noted.size >= CACHE_SIZE) noted.clear()
  noted.set(key, { at, noted: markUsed(db, session.tokenHash, new Date(at)).catch(() => undefined) })
}

/** Whole seconds until an idle session stops; undefined when it never does. */
export function secondsLeft({ db, clock }: Pick<Deps, 'db' | 'clock'>, { tokenHash, usadaEn, inactividadMs }: Sesion): number | undefined {
  if (inactividadMs === null) return undefined
  const used = Math.max(Date.parse(usadaEn), usesOf(db).get(tokenHash.toString('base64'))?.at ?? -Infinity)
  return Math.max(0, Math.ceil((used + inactividadMs - clock.now().getTime()) / 1_000))
}

const isInactive = ({ usadaEn, inactividadMs }: Sesion, now: Date): boolean =>
  inactividadMs !== null && Date.parse(usadaEn) + inactividadMs <= now.getTime()

/** A revoked token is refused within a second on every instance (O-07): an answer may be reused for this long. */
const CACHE_MS = 800
const CACHE_SIZE = 2_000
const cache = new WeakMap<object, Map<string, { at: number; session: Sesion }>>()

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token, rest] = (request.headers.authorization ?? '').split(' ')
  return scheme === 'Bearer' && !rest ? token : undefined
}

/** Removes a session from the cache: after logout, renewal or a change of the company's data. */
export function forgetSession({ db }: Pick<Deps, 'db'>, tokenHash: Buffer): void {
  const key = tokenHash.toString('base64')
  cache.get(db)?.delete(key)
  asking.get(db)?.delete(key)
}

/** Removes a user's sessions from the cache: after all ended. */
export function forgetUsuario({ db }: Pick<Deps, 'db'>, usuarioId: string): void {
  const known = cache.get(db)
  for (const [key, { session }] of known ?? []) if (session.usuarioId === usuarioId) known?.delete(key)
  // The users of pending answers are not known yet.
  asking.get(db)?.clear()
}

/**
 * The session of the bearer token; refusals from here on concern its user. `inactiva`: also one that waits for its password (O-123).
 * @throws 401 when there is none, or it ended, or waits
 */
export async function requireSession(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  request: FastifyRequest,
  { inactiva = false } = {},
): Promise<Sesion> {
  const session = await findSession(deps, request, inactiva)
  concern({ usuarioId: session.actorId ?? session.usuarioId })
  return session
}

/** The session of this hash, if it is open and does not wait for its password: for a ticket that it requested. */
export async function readOpenSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, tokenHash: Buffer): Promise<Sesion | undefined> {
  const session = await readSesion(db, tokenHash, clock.now())
  return session && !isInactive(session, clock.now()) ? session : undefined
}

/** Whether a request has a session other than this one. */
export function isOfOther(request: FastifyRequest, tokenHash: Buffer): boolean {
  const token = bearerOf(request)
  return token !== undefined && !hashToken(token).equals(tokenHash)
}

async function findSession(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  request: FastifyRequest,
  inactiva: boolean,
): Promise<Sesion> {
  const token = bearerOf(request)
  if (!token || !isSessionToken(config, token)) throw errors.unauthorized()
  const tokenHash = hashToken(token)
  const key = tokenHash.toString('base64')
  concern({ sesion: key })
  const known = cache.get(db) ?? new Map()
  cache.set(db, known)
  const now = clock.now()
  const remembered = known.get(key)
  if (
    remembered &&
    performance.now() - remembered.at < CACHE_MS &&
    remembered.session.venceEn > now.toISOString() &&
    !isInactive(remembered.session, now)
  )
    return remembered.session
  const present = await askTogether(db, key, () => readSesion(db, tokenHash, now))
  if (!present) {
    known.delete(key)
    throw errors.unauthorized()
  }
  // A use on its way to the database counts.
  const pending = isInactive(present, now) && usesOf(db).get(key)?.noted
  if (pending) await pending
  const session = pending ? ((await readSesion(db, tokenHash, now)) ?? present) : present
  if (isInactive(session, now)) {
    if (!inactiva) throw errors.sessionInactive()
    return session
  }
  if (known.size >= CACHE_SIZE) known.clear()
  known.set(key, { at: performance.now(), session })
  return session
}

/** Pending reads of the database, by session: simultaneous calls share one. */
const asking = new WeakMap<object, Map<string, Promise<Sesion | undefined>>>()

function askTogether(db: Deps['db'], key: string, ask: () => Promise<Sesion | undefined>): Promise<Sesion | undefined> {
  const under = asking.get(db) ?? new Map<string, Promise<Sesion | undefined>>()
  asking.set(db, under)
  const present = under.get(key) ?? ask().finally(() => under.get(key) === present && under.delete(key))
  under.set(key, present)
  return present
}
