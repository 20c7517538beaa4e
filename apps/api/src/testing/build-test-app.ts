import {
  authBusiness,
  authLogin,
  type Endpoint,
  encodePassword,
  type Envelope,
  type ErrorBody,
  pathOf,
  type Session,
} from '@yupana/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'

import { openAlmacen } from '../almacen/almacen.ts'
import { buildApp } from '../app.ts'
import { codecKeyOf } from '../secretos/codec-key.ts'
import { readConfig } from '../config/config.ts'
import { createDb, createPool, type Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { Imprenta } from '../imprenta/imprenta.ts'
import type { Router } from '../http/route.ts'
import { createSobre } from '../secretos/sobre.ts'
import { undeclaredIn } from './declared.ts'
import { judgeFirmas } from './judge-firmas.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { CLAVE_MAESTRA, PASSWORD_USUARIO } from './builders.ts'

const SIN_LIMITES = {
  LIMITE_BUSQUEDAS: '0',
  LIMITE_LECTURAS: '0',
  LIMITE_ESCRITURAS: '0',
  LIMITE_CALCULOS: '0',
  LIMITE_EMISIONES: '0',
  LIMITE_DESTINATARIOS_USUARIO: '0',
  LIMITE_DESTINATARIOS_EMPRESA: '0',
}

export interface TestClock {
  now(): Date
  machine(): Date
  /** Lets the machine's clock go wrong by so many milliseconds. */
  drift(milliseconds: number): void
  set(instant: Date | string): void
  advance(milliseconds: number): void
}

export interface CallOptions {
  token?: string | undefined
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** Address the call comes from. */
  red?: string
  /** Multipart instead of a body: fields, and a file under `file`. */
  form?: FormData
}

export interface Answer<T> {
  status: number
  msg: string
  data: T
  /** Of a refusal. */
  problems: ErrorBody['data']
  headers: Record<string, unknown>
  raw: Buffer
}

export interface TestApp {
  deps: Deps
  clock: TestClock
  /** As yupana_owner: sees every company. */
  owner: Db
  database: TestDatabase
  server: FastifyInstance
  /** Every route with its policy. */
  router: Router
  call<T = unknown>(endpoint: Endpoint, options?: CallOptions): Promise<Answer<T>>
  /** As `encodePassword` of the page would. */
  encode(password: string): string
  signIn(username: string, options?: { empresaId?: string; password?: string; red?: string }): Promise<Session>
  close(): Promise<void>
}

const createTestClock = (start: string): TestClock => {
  let now = Date.parse(start)
  let drifted = 0
  return {
    now: () => new Date(now),
    machine: () => new Date(Date.now() + drifted),
    drift: (milliseconds) => void (drifted = milliseconds),
    set: (instant) => void (now = new Date(instant).getTime()),
    advance: (milliseconds) => void (now += milliseconds),
  }
}

/** The whole application on a database of its own, or the one given, with injected requests and a clock that only moves when told. */
export async function buildTestApp({
  now = '2026-06-15T10:00:00-05:00',
  env = {},
  database: given,
}: { now?: string; env?: Record<string, string>; database?: TestDatabase } = {}): Promise<TestApp> {
  const database = given ?? (await createTestDatabase())
  const pools = [createPool(database.appUrl, 'yupana_app', { max: 4 }), createPool(database.adminUrl, 'yupana_owner', { max: 2 })] as const
  const owner = createDb(pools[1])
  const clock = createTestClock(now)
  const claveMaestra = env['CLAVE_MAESTRA'] ?? CLAVE_MAESTRA
  const config = readConfig({ CLAVE_MAESTRA: claveMaestra, DATA_DIR: '/nonexistent', ...SIN_LIMITES, ...env })
  const db = createDb(pools[0])
  const deps: Deps = {
    config,
    clock,
    db,
    almacen: openAlmacen(config, db),
    sobre: createSobre(claveMaestra),
    imprenta: new Imprenta({ hilos: config.hilosRide }),
  }
  const { server, router } = await buildApp(deps)
  const encode = (password: string) => encodePassword(password, codecKeyOf(claveMaestra))

  async function call<T>(endpoint: Endpoint, options: CallOptions = {}): Promise<Answer<T>> {
    const { token, params, query, body, headers, red, form } = options
    const payload = form ? await multipart(form) : undefined
    const request: InjectOptions = {
      method: endpoint.method,
      url: `/${config.segmento}${pathOf(endpoint, params)}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...payload?.headers, ...headers },
      ...(query && { query }),
      ...(red && { remoteAddress: red }),
      ...(payload ? { payload: payload.body } : body === undefined ? {} : { payload: body as object }),
    }
    const response = await server.inject(request)
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const undeclared =
      response.statusCode === 200 && isJson ? undeclaredIn(endpoint, (response.json() as { data: unknown }).data) : undefined
    if (undeclared) throw new Error(undeclared)
    const envelope = (isJson ? response.json() : { msg: '', data: undefined }) as Envelope<T>
    return {
      status: response.statusCode,
      msg: envelope.msg,
      data: envelope.data,
      problems: response.statusCode >= 400 ? (envelope.data as ErrorBody['data']) : [],
      headers: response.headers,
      raw: response.rawPayload,
    }
  }

  const signIn: TestApp['signIn'] = async (username, { empresaId, password = PASSWORD_USUARIO, red = '10.9.8.7' } = {}) => {
    const answer = empresaId
      ? await call<{ session: Session }>(authLogin, { body: { idEmpresa: empresaId, username, password: encode(password) }, red })
      : await call<{ session: Session }>(authBusiness, { body: { email: username, pass: encode(password) }, red })
    if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${answer.msg}`)
    return answer.data.session
  }

  return {
    deps,
    clock,
    owner,
    database,
    server,
    router,
    call,
    encode,
    signIn,
    close: async () => {
      await server.close()
      await deps.imprenta.close()
      await judgeFirmas(owner)
      await Promise.all(pools.map((pool) => pool.end()))
      await database.close()
    },
  }
}

async function multipart(form: FormData): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const response = new Response(form)
  return { headers: { 'content-type': response.headers.get('content-type') ?? '' }, body: Buffer.from(await response.arrayBuffer()) }
}
