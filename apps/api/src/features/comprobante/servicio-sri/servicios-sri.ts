import type { SriClient } from '@yupana/sri'

import type { Ambiente } from '../../../db/schema.ts'

/** The authority of each environment: ours for trials, celcer and cel by the document's own environment (O-96). */
export type ServiciosSri = Readonly<Record<Ambiente, SriClient>>

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
