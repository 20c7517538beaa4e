import type { FastifyRequest } from 'fastify'

import type { Deps } from '../../deps.ts'
import type { AppError } from '../../errors.ts'
import { takeDesconocido } from '../limites/limites.ts'
import { networkOf, siteOf } from '../peticion/network.ts'
import { aludidoOf } from './rechazos.ts'

/** Above the ceiling a network gets one refusal in this time, and none that would wait longer than `MOST_MS`. */
const TURNO_MS = 20
const MOST_MS = 10_000
const MOST_REDES = 5_000

export interface Respuesta {
  answer: AppError
  /** Waiting time of the answer. */
  waitMs: number
  /** The wait would be too long: the connection ends. */
  isLast: boolean
}

/**
 * Refusals of unknown callers, by network, and of an ended session, by its token: a few are answered at once, then 429, one after the
 * other. A hundred requests at once wait for each other only. A valid session is never counted.
 */
export class Desconocidos {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'config'>
  /** Time of the last waiting refusal. */
  readonly #turns = new Map<string, number>()
  readonly #held = new Map<NodeJS.Timeout, () => void>()

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
    this.#deps = deps
  }

  answerTo(request: FastifyRequest, answer: AppError): Respuesta {
    const { usuarioId, nombre, sesion } = aludidoOf(request)
    // A caller that left has no address left, and waits for nothing.
    const isGone = (request.ip as string | undefined) === undefined
    if (isGone || answer.status >= 500 || usuarioId !== undefined || nombre !== undefined) return { answer, waitMs: 0, isLast: false }
    const [quien, sitio] = sesion === undefined ? [networkOf(request.ip), siteOf(request.ip)] : [sesion, null]
    const excess = takeDesconocido(this.#deps, quien, sitio)
    if (!excess) return { answer, waitMs: 0, isLast: false }
    const told = answer.status === excess.status ? answer : excess
    const waitMs = this.#takeTurn(sitio ?? quien)
    return waitMs > MOST_MS ? { answer: told, waitMs: 0, isLast: true } : { answer: told, waitMs, isLast: false }
  }

  #takeTurn(quien: string): number {
    const now = performance.now()
    if (this.#turns.size >= MOST_REDES) for (const [other, until] of this.#turns) if (until <= now) this.#turns.delete(other)
    const last = Math.max(this.#turns.get(quien) ?? 0, now)
    if (last - now <= MOST_MS) this.#turns.set(quien, last + TURNO_MS)
    return last - now
  }

  hold(waitMs: number, send: () => void): void {
    const timer = setTimeout(() => {
      this.#held.delete(timer)
      send()
    }, waitMs)
    this.#held.set(timer, send)
  }

  /** A closing server sends them at once. */
  release(): void {
    for (const [timer, send] of this.#held) {
      clearTimeout(timer)
      send()
    }
    this.#held.clear()
  }
}
