import type { SriClient } from '@yupana/sri'

import type { Ambiente } from '../../db/schema.ts'

/** The authority of each environment: ours for trials, celcer and cel by the document's own environment (O-96). */
export type ServiciosSri = Readonly<Record<Ambiente, SriClient>>

/** Those an emission depends on: people are told when one is silent. */
export type Servicio = 'RECEPCION' | 'AUTORIZACION'
type Llamado = Servicio | 'CONSULTA'

const OPENS_AFTER = 6
const OPEN_MS = 15_000
const PROBE_MS = 2_000

interface State {
  fallas: number
  abiertoHasta: number
  ultimaPrueba: number
  /** Until when others were told that it is open. */
  dichoHasta: number
}

/**
 * One breaker for each service: after several failures in a row with no success between, calls wait, and one in two
 * seconds probes. A healthy company is so never held up for long by a failing one: its first success closes it.
 */
export class Disyuntores {
  readonly #states = new Map<string, State>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  #of(ambiente: Ambiente, servicio: Llamado): State {
    const key = `${ambiente}|${servicio}`
    const state = this.#states.get(key) ?? { fallas: 0, abiertoHasta: 0, ultimaPrueba: 0, dichoHasta: 0 }
    this.#states.set(key, state)
    return state
  }

  /** Milliseconds to wait before calling; 0 lets this call through. */
  waitFor(ambiente: Ambiente, servicio: Llamado): number {
    const state = this.#of(ambiente, servicio)
    const now = this.#now()
    if (state.fallas < OPENS_AFTER) return 0
    if (now >= state.abiertoHasta || now - state.ultimaPrueba >= PROBE_MS) {
      state.ultimaPrueba = now
      return 0
    }
    return Math.max(PROBE_MS, state.abiertoHasta - now)
  }

  /** Answers true when this success closed it: what waits may go at once. */
  succeeded(ambiente: Ambiente, servicio: Llamado): boolean {
    const state = this.#of(ambiente, servicio)
    const wasOpen = state.fallas >= OPENS_AFTER
    state.fallas = 0
    state.abiertoHasta = 0
    state.dichoHasta = 0
    return wasOpen
  }

  /** Answers true when others must be told that it is open: at first, and again before what they were told runs out. */
  failed(ambiente: Ambiente, servicio: Llamado): boolean {
    const state = this.#of(ambiente, servicio)
    state.fallas++
    if (state.fallas < OPENS_AFTER) return false
    const now = this.#now()
    state.abiertoHasta = now + OPEN_MS
    if (state.dichoHasta - now > OPEN_MS / 2) return false
    state.dichoHasta = state.abiertoHasta
    return true
  }

  get abiertoMs(): number {
    return OPEN_MS
  }
}

const PER_ISSUER = 3
const GAP_MS = 150

/** Pace towards the real SRI: three open calls for each issuer, 150 ms apart (reliability §2.2-9). */
export class Ritmo {
  readonly #issuers = new Map<string, { open: number; next: number; waiting: (() => void)[] }>()

  async run<T>(ruc: string, call: () => Promise<T>): Promise<T> {
    const issuer = this.#issuers.get(ruc) ?? { open: 0, next: 0, waiting: [] }
    this.#issuers.set(ruc, issuer)
    if (issuer.open >= PER_ISSUER) await new Promise<void>((resolve) => issuer.waiting.push(resolve))
    else issuer.open++
    const now = performance.now()
    const start = Math.max(now, issuer.next)
    issuer.next = start + GAP_MS
    if (start > now) await new Promise((resolve) => setTimeout(resolve, start - now))
    try {
      return await call()
    } finally {
      const next = issuer.waiting.shift()
      if (next) next()
      else if (--issuer.open === 0 && issuer.next < performance.now()) this.#issuers.delete(ruc)
    }
  }
}
