/** Where every instant of the business comes from; injected, never global. */
export interface Clock {
  now(): Date
  /** The machine's own clock, which RELOJ never moves: what is held against the hour of the database. */
  machine(): Date
}

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const
const OFFSET = /^([+-])(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** A clock that runs `offset` milliseconds beside the machine's. */
export const createClock = (offset = 0): Clock => ({ now: () => new Date(Date.now() + offset), machine: () => new Date() })

/**
 * Milliseconds that RELOJ adds to the machine's clock, or undefined when it cannot be read.
 * RELOJ is an instant with its zone (`2026-12-31T23:58:00-05:00`: what the clock shows at `now`)
 * or an offset (`+2d`, `-36h`, `+1d2h`, `+500ms`).
 */
export function relojOffset(reloj: string, now: Date): number | undefined {
  if (INSTANT.test(reloj)) {
    const instant = Date.parse(reloj)
    return Number.isNaN(instant) ? undefined : instant - now.getTime()
  }
  const match = OFFSET.exec(reloj)
  if (!match || reloj.length < 3) return undefined
  const [, sign, d, h, m, s, ms] = match
  const total = Number(d ?? 0) * UNITS.d + Number(h ?? 0) * UNITS.h + Number(m ?? 0) * UNITS.m + Number(s ?? 0) * UNITS.s + Number(ms ?? 0)
  // Beyond this a Date cannot hold the result.
  if (total > 8.64e15 - now.getTime()) return undefined
  return sign === '-' ? -total : total
}

/** The offset in the form RELOJ takes, so that a parent hands one and the same to all its children. */
export const formatRelojOffset = (offset: number) => `${offset < 0 ? '-' : '+'}${Math.abs(Math.round(offset))}ms`
