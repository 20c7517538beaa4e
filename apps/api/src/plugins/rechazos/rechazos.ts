import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { rastroKeyOf } from '../../secretos/codec-key.ts'
import { loadClaveMaestra } from '../../config/config-clave-maestra.ts'
import type { Deps } from '../../deps.ts'
import type { AppError } from '../../errors.ts'
import { log } from '../../proceso/log.ts'
import { takeSmooth } from '../limites/limites-conteo.ts'
import { networkOf } from '../peticion/network.ts'
import { addRechazo, flushRechazos, type ClaseRechazo } from './rechazos-conteo.ts'

// Attacks are visible: a refusal leaves one line in the log, and is counted for the user concerned.

/** The caller as far as known: a user, an unknown name, or a session that may have ended. */
interface Aludido {
  usuarioId?: string | undefined
  nombre?: string
  sesion?: string
}

const present = new AsyncLocalStorage<Aludido>()
const known = new WeakMap<FastifyRequest, Aludido>()

/** Notes the user concerned by the present request, for a refusal. */
export const concern = (aludido: Aludido): void => void Object.assign(present.getStore() ?? {}, aludido)

export const aludidoOf = (request: FastifyRequest): Readonly<Aludido> => known.get(request) ?? {}

const CLASES: Readonly<Record<string, ClaseRechazo>> = {
  BAD_CREDENTIALS: 'ingresos',
  WRONG_PASSWORD: 'ingresos',
  CODIGO: 'codigos',
  DESAFIO: 'codigos',
  RESET_CODE: 'codigos',
  INVITATION: 'codigos',
  INVITATION_NOT_YOURS: 'codigos',
  MAIL_LINK: 'codigos',
  LINK: 'codigos',
  LINK_INVALID: 'codigos',
  DOWNLOAD: 'codigos',
  BAD_IMPERSONATION: 'codigos',
  // No way into an account: its owner gets no letter about it.
  COUPON: 'permisos',
}
const POR_ESTADO: Readonly<Record<number, ClaseRechazo>> = { 401: 'sesiones', 403: 'permisos', 429: 'limites' }

/** Undefined for a refusal that is no attack. */
export const claseOf = ({ code, status }: Pick<AppError, 'code' | 'status'>): ClaseRechazo | undefined => CLASES[code] ?? POR_ESTADO[status]

const HOUR_MS = 3_600_000
/** Lines in the log: by network, and in all. Beyond them refusals are only counted, so that the disk never fills. */
const POR_RED = { veces: 3_600, ms: HOUR_MS }
const RAFAGA_RED = 500
const EN_TOTAL = { veces: 36_000, ms: HOUR_MS }
const RAFAGA_TOTAL = 5_000
const FLUSH_MS = 5_000

/** Follows every request of the server; the answer notes a refusal before it is sent. */
export function trackRechazos(server: FastifyInstance, { db, clock, config }: Deps): (request: FastifyRequest, answer: AppError) => void {
  const key = rastroKeyOf(loadClaveMaestra(config))
  let unwritten = 0
  const flush = () => {
    if (unwritten > 0) log.warn('refused beyond what is written one by one', { times: unwritten })
    unwritten = 0
    return flushRechazos(db, clock.now())
  }
  server.addHook('onRequest', (request, _reply, done) => {
    const aludido: Aludido = {}
    known.set(request, aludido)
    present.run(aludido, done)
  })
  // Reading a body loses the async context.
  server.addHook('preValidation', (request, _reply, done) => present.run(aludidoOf(request), done))
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    await flush()
  })

  return (request, answer) => {
    const { code, status } = answer
    // An unattended page that still asks is no attack.
    if (code === 'INACTIVE') return
    const clase = claseOf(answer)
    if (!clase) return
    const { usuarioId, nombre } = aludidoOf(request)
    const red = networkOf(request.ip)
    addRechazo(db, usuarioId, clase, red)
    if (
      takeSmooth(db, `rastro|${red}`, POR_RED, RAFAGA_RED, clock.now()) > 0 ||
      takeSmooth(db, 'rastro', EN_TOTAL, RAFAGA_TOTAL, clock.now()) > 0
    ) {
      unwritten++
      return
    }
    const cuenta = usuarioId ?? nombre
    log.warn('refused', {
      request: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status,
      code,
      network: red,
      account: cuenta === undefined ? undefined : createHmac('sha256', key).update(cuenta).digest('base64url').slice(0, 16),
    })
  }
}
