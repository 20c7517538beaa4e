// Counts the calls of an address, for code 33.

export interface Frecuencia {
  /** Counts a call; true when it exceeds the limit of this minute. */
  exceeds(address: string, now: number, max: number | null): boolean
}

export function createFrecuencia(): Frecuencia {
  let minute = 0
  const calls = new Map<string, number>()
  return {
    exceeds(address, now, max) {
      const current = Math.floor(now / 60_000)
      if (current !== minute) calls.clear()
      minute = current
      const count = (calls.get(address) ?? 0) + 1
      calls.set(address, count)
      return max !== null && count > max
    },
  }
}
