import type { Clock } from '../proceso/clock.ts'
import type { Db } from '../db/connect.ts'
import type { EmpresaId } from '../db/empresa-id.ts'
import type { Avance } from '../features/comprobante/avance/avance.door.ts'
import { dueCorreos, type Entrega } from '../features/correo/correo.door.ts'
import { log } from '../proceso/log.ts'

/** Steps open at once, and the share one company may hold (a quarter): also when the SRI answers none of them. */
const ABIERTOS = 32
const POR_EMPRESA = 8
/** Mails under way at once. They have no bell: the interval of a quarter of a second is enough. */
const CORREOS = 32

/**
 * Does all due work, whether a bell rang for it or not: polls, retries, and steps left by a crash. Runs beside the queue in every worker;
 * leases keep two of them apart.
 */
export class Reconciliador {
  readonly #parts: { avance: Avance; entrega: Entrega; db: Db; clock: Clock }
  /** Steps under way, by company. */
  readonly #open = new Map<string, number>()
  readonly #correos = new Set<string>()

  constructor(parts: { avance: Avance; entrega: Entrega; db: Db; clock: Clock }) {
    this.#parts = parts
  }

  /** Takes the due work and starts it. Answers the number of documents and mails found; `settled` waits for their end. */
  async tick(): Promise<{ found: number; settled: Promise<unknown> }> {
    const { avance, entrega, db, clock } = this.#parts
    const free = ABIERTOS - [...this.#open.values()].reduce((total, open) => total + open, 0)
    const reclamos = free > 0 ? await avance.claim(free, POR_EMPRESA, this.#open) : []
    const room = entrega.hasCuenta ? CORREOS - this.#correos.size : 0
    const due = room > 0 ? await dueCorreos(db, clock.now(), CORREOS, CORREOS / 2) : []
    const correos = due.filter(({ correo_id: id }) => !this.#correos.has(id)).slice(0, room)
    const work = [
      ...reclamos.map((reclamo) => this.#run(reclamo.empresa_id, () => avance.step(reclamo))),
      ...correos.map(({ empresa_id, correo_id }) => this.#send(correo_id, () => entrega.deliver(empresa_id, correo_id))),
    ]
    return { found: work.length, settled: Promise.allSettled(work) }
  }

  async #run(empresaId: EmpresaId, work: () => Promise<void>): Promise<void> {
    this.#open.set(empresaId, (this.#open.get(empresaId) ?? 0) + 1)
    try {
      await work()
    } finally {
      const left = (this.#open.get(empresaId) ?? 1) - 1
      if (left > 0) this.#open.set(empresaId, left)
      else this.#open.delete(empresaId)
    }
  }

  async #send(id: string, work: () => Promise<void>): Promise<void> {
    this.#correos.add(id)
    try {
      await work()
    } finally {
      this.#correos.delete(id)
    }
  }
}

/** Calls `tick` again and again with `pauseMs` between, until the signal; a failure never ends it. */
export async function repeat(name: string, pauseMs: number, signal: AbortSignal, tick: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    try {
      await tick()
    } catch (error) {
      log.error(`${name} failed`, error)
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, pauseMs)
      signal.addEventListener('abort', done)
    })
  }
}
