// The simulated clock. RELOJ is an instant or an offset (`+1d2h`, `-36h`, `+90m`, `+500ms`); a script may skew it later.

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
const ECUADOR = 5 * 3_600_000

/** Offset of RELOJ in milliseconds; undefined when it is unreadable. */
export function offsetOf(reloj: string, real: number): number | undefined {
  const text = reloj.trim()
  if (text === '') return 0
  if (/^[+-](\d+(d|h|ms|m|s))+$/.test(text)) {
    const sign = text.startsWith('-') ? -1 : 1
    return [...text.matchAll(/(\d+)(d|h|ms|m|s)/g)].reduce((total, [, n, unit]) => total + sign * Number(n) * (UNITS[unit ?? ''] ?? 0), 0)
  }
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : instant - real
}

export interface Reloj {
  /** Simulated milliseconds. */
  now(): number
  skew: number
}

export function createReloj(offset: number): Reloj {
  return {
    skew: 0,
    now() {
      return Date.now() + offset + this.skew
    },
  }
}

/** `2026-11-20T18:05:13-05:00`: Ecuador has no daylight saving time. */
export const instantText = (ms: number): string => `${new Date(ms - ECUADOR).toISOString().slice(0, 19)}-05:00`

/** Calendar day in Ecuador as days since 1970. */
export const dayOf = (ms: number): number => Math.floor((ms - ECUADOR) / 86_400_000)

/** Moment at which a day begins in Ecuador. */
export const startOfDay = (day: number): number => day * 86_400_000 + ECUADOR
