import { finished } from 'node:stream'
import {
  AVISO_HEADER,
  INACTIVIDAD_HEADER,
  NORMAS_HEADER,
  refusingUndeclared,
  type Collection,
  type Costo,
  type Endpoint,
} from '@yupana/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { Deps } from '../deps.ts'
import { actingAs } from '../db/actor.ts'
import type { EmpresaId } from '../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../db/transaction.ts'
import { errors } from '../errors.ts'
import { keepNormas } from '../proceso/normas.ts'
import { Fila, FILA, FILA_CALCULO, FILA_CALCULO_EMPRESA, FILA_EXPORTACION } from '../plugins/limites/fila.ts'
import { type AlcanceSoporte, alcanceOf, isImpersonada, requireAlcance } from '../plugins/sesion/impersonacion.ts'
import { limiteOf, limitePublico, requireWithin, type Limite } from '../plugins/limites/limites.ts'
import type { Rol } from '../plugins/sesion/roles.ts'
import { isInEmpresa, mayDo, type Sesion, type SesionAbierta, noteUse, requireSession, secondsLeft } from '../plugins/sesion/session.ts'

type Parsed<T> = Exclude<T, undefined> extends infer S extends z.ZodMiniType ? z.output<S> : undefined

/**
 * The callers of a route: everybody, or a session with one of these roles and, if given, with the right (O-08); and its limit.
 * `soporte`: the effect of support in the user's name, when it does not follow from the right (O-14).
 * `isPlataforma`: about the installation and all its companies, for users who are SUPER_ADMIN themselves.
 * `inactiva`: also in a session that waits for its password (O-123).
 */
export type Policy =
  | 'public'
  | { roles: readonly Rol[]; right?: Collection; limite?: Limite; soporte?: AlcanceSoporte; isPlataforma?: boolean; inactiva?: true }

export interface Call<E extends Endpoint> {
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  request: FastifyRequest
  reply: FastifyReply
}

export interface UsuarioCall<E extends Endpoint> extends Call<E> {
  session: Sesion
}

export interface SessionCall<E extends Endpoint> extends Call<E> {
  session: SesionAbierta
  empresaId: EmpresaId
}

export interface TxCall<E extends Endpoint> extends SessionCall<E> {
  tx: Tx
}

export interface RouteEntry {
  endpoint: Endpoint
  policy: Policy
}

type Answer<E extends Endpoint> = Promise<Parsed<E['reply']> | FastifyReply | void> | Parsed<E['reply']> | FastifyReply | void

/** Aborts when the answer is sent or the caller has left. */
export function overOf({ raw }: FastifyReply): AbortSignal {
  const over = new AbortController()
  finished(raw, () => over.abort())
  return over.signal
}

/**
 * Registers the calls of the contract: `on` inside a transaction of the company, `onSession` without one, `onUsuario` for any signed-in
 * user, with or without a company, `onPublic` for all.
 */
export class Router {
  readonly entries: RouteEntry[] = []
  readonly #app: FastifyInstance
  readonly #deps: Deps
  readonly #deCosto: Readonly<Partial<Record<Costo, Fila>>> = { archivo: new Fila(FILA), exportacion: new Fila(FILA_EXPORTACION) }
  readonly #calculos = new Fila(FILA_CALCULO)
  readonly #calculosDeEmpresa = new Fila(FILA_CALCULO_EMPRESA)

  constructor(app: FastifyInstance, deps: Deps) {
    this.#app = app
    this.#deps = deps
  }

  on<E extends Endpoint>(endpoint: E, policy: Exclude<Policy, 'public'>, handler: (call: TxCall<E>) => Answer<E>): void {
    this.onSession(endpoint, policy, (call) => inEmpresa(this.#deps.db, call.empresaId, async (tx) => handler({ ...call, tx })))
  }

  onSession<E extends Endpoint>(endpoint: E, policy: Exclude<Policy, 'public'>, handler: (call: SessionCall<E>) => Answer<E>): void {
    this.onUsuario(endpoint, policy, ({ session, ...call }) => {
      if (!isInEmpresa(session)) throw errors.noCompanyHere()
      return handler({ ...call, session, empresaId: session.empresaId })
    })
  }

  onUsuario<E extends Endpoint>(endpoint: E, policy: Exclude<Policy, 'public'>, handler: (call: UsuarioCall<E>) => Answer<E>): void {
    const sessions = new WeakMap<FastifyRequest, Sesion>()
    const alcance = alcanceOf(endpoint, policy)
    const limite = limiteOf(endpoint, policy.limite)
    // Before the body is read: a caller without the right learns nothing about the form.
    const guard = async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await requireSession(this.#deps, request, { inactiva: policy.inactiva ?? false })
      if (!policy.roles.includes(session.rol)) throw errors.forbidden()
      if (policy.isPlataforma && !session.superAdmin) throw errors.forbidden()
      if (policy.right && !mayDo(session, policy.right)) throw errors.forbidden()
      if (limite) await requireWithin(this.#deps, limite, session, request)
      if (!(await this.#takeTurn(endpoint, session, reply))) return reply.hijack()
      if (isImpersonada(session)) await requireAlcance(this.#deps, endpoint, alcance, session)
      // The rules of today are loaded before any check; the page compares the version with its own.
      reply.header(NORMAS_HEADER, await keepNormas(this.#deps.db))
      reply.header(AVISO_HEADER, session.aviso)
      if (!endpoint.sinUso && !policy.inactiva) noteUse(this.#deps, request, session)
      const left = secondsLeft(this.#deps, session)
      if (left !== undefined) reply.header(INACTIVIDAD_HEADER, left)
      sessions.set(request, session)
      return undefined
    }
    const guarded = (call: Call<E>) => {
      const session = sessions.get(call.request)
      if (!session) throw errors.unauthorized()
      const work = () => handler({ ...call, session })
      return session.actorId === null ? work() : actingAs(session.actorId, work)
    }
    this.#add(endpoint, policy, guarded, guard)
  }

  onPublic<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Answer<E>): void {
    const limite = limitePublico(endpoint)
    const guard = limite && ((request: FastifyRequest) => requireWithin(this.#deps, limite, { usuarioId: null, empresaId: null }, request))
    this.#add(endpoint, 'public', handler, guard)
  }

  /** False when the caller left meanwhile. @throws 429 */
  async #takeTurn({ costo, enFila }: Endpoint, { usuarioId, empresaId }: Sesion, reply: FastifyReply): Promise<boolean> {
    const delCosto = this.#deCosto[costo]
    if (!delCosto && !enFila) return true
    const over = overOf(reply)
    if (delCosto && !(await delCosto.take(usuarioId, over))) return false
    if (!enFila) return true
    return (await this.#calculos.take(usuarioId, over)) && (empresaId === null || this.#calculosDeEmpresa.take(empresaId, over))
  }

  #add<E extends Endpoint>(
    endpoint: E,
    policy: Policy,
    handler: (call: Call<E>) => Answer<E>,
    guard?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | void>,
  ): void {
    this.entries.push({ endpoint, policy })
    const { params, query, body } = endpoint
    this.#app.route({
      method: endpoint.method,
      url: `/${this.#deps.config.segmento}${endpoint.path}`,
      // A HEAD would read the file to its end after its turn in the line is over.
      exposeHeadRoute: false,
      config: { keepsBody: endpoint.isSigned ?? false },
      schema: {
        ...(params && { params }),
        ...(query && { querystring: refusingUndeclared(query) }),
        ...(body && { body: refusingUndeclared(body) }),
      },
      ...(guard && { onRequest: guard }),
      handler: async (request, reply) => {
        const call = { params: request.params, query: request.query, body: request.body, request, reply } as Call<E>
        const data = await handler(call)
        // A client that left in the middle of a stream gets no further answer.
        if (reply.sent || data === reply || reply.raw.headersSent || reply.raw.destroyed) return reply
        return reply.send({ status: '200', msg: endpoint.msg, data: data ?? null })
      },
    })
  }
}
