import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { mark, markPlaces, untilFree } from './limites-conteo.sql.ts'
import { networkOf } from '../peticion/network.ts'

interface Ventana {
  veces: number
  ms: number
}

const SMOOTH_KEYS = 20_000
/** Time at which the bucket of each key is full again, by process and database. */
const smooth = new WeakMap<object, Map<string, number>>()

/**
 * A bucket of `rafaga` places, refilled steadily; a call may take several. @returns milliseconds until there are enough, 0 when they were
 * taken
 */
export function takeSmooth(db: Db, limitKey: string, { veces, ms }: Ventana, rafaga: number, now: Date, peso = 1): number {
  const full = smooth.get(db) ?? new Map<string, number>()
  smooth.set(db, full)
  const at = now.getTime()
  const place = ms / veces
  const most = Math.min(rafaga, veces)
  const next = Math.max(full.get(limitKey) ?? 0, at) + Math.min(peso, most) * place
  const wait = next - at - most * place
  if (wait > 0) return wait
  // A full bucket needs no memory; a caller with this many busy keys at once is no person.
  if (full.size >= SMOOTH_KEYS) for (const [other, until] of full) if (until <= at || full.size >= 2 * SMOOTH_KEYS) full.delete(other)
  full.set(limitKey, next)
  return 0
}

/** The longest array of instants; above it, a process takes several places at once and spends them itself. */
const MOST_MARKS = 30

interface Lot {
  left: number
  until: number
}
const lots = new WeakMap<object, Map<string, Promise<Lot>>>()

class Full extends Error {
  readonly wait: number

  constructor(wait: number) {
    super('no place left')
    this.wait = wait
  }
}

/** A sliding window, counted by all instances together. @returns milliseconds until there is a place, 0 when it was taken */
export async function takeShared(db: Db, limitKey: string, { veces, ms }: Ventana, now: Date): Promise<number> {
  const size = Math.max(1, Math.floor(veces / MOST_MARKS))
  const most = Math.max(1, Math.floor(veces / size))
  const open = lots.get(db) ?? new Map<string, Promise<Lot>>()
  lots.set(db, open)
  const take = async (): Promise<Lot> => {
    if (!(await mark(db, limitKey, most, now, new Date(now.getTime() - ms)))) throw new Full(await untilFree(db, limitKey, most, ms, now))
    return { left: size, until: now.getTime() + ms }
  }
  for (;;) {
    const known = open.get(limitKey)
    const asked = known ?? take()
    if (!known) open.set(limitKey, asked)
    try {
      const lot = await asked
      if (lot.left > 0 && lot.until > now.getTime()) {
        if (--lot.left === 0) open.delete(limitKey)
        return 0
      }
      if (open.get(limitKey) === asked) open.delete(limitKey)
    } catch (error) {
      if (open.get(limitKey) === asked) open.delete(limitKey)
      if (error instanceof Full) return error.wait
      throw error
    }
  }
}

/** Takes several places or none, one mark for each: for rare calls. A rollback returns them. @returns as `takeShared` */
export async function takePlaces(db: Db, limitKey: string, { veces, ms }: Ventana, places: number, now: Date): Promise<number> {
  if (places > veces) return ms
  const isTaken = await markPlaces(db, limitKey, { veces, places, now, desde: new Date(now.getTime() - ms) })
  return isTaken ? 0 : untilFree(db, limitKey, veces - places + 1, ms, now)
}

/** Counts one call of an unknown caller by the address. @throws 429 with the seconds to wait */
export async function requirePlace(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  nombre: string,
  direccion: string,
  ventana: Ventana,
): Promise<void> {
  const wait = await takeShared(db, `${nombre}|${networkOf(direccion)}`, ventana, clock.now())
  if (wait > 0) throw errors.tooMany(Math.ceil(wait / 1_000))
}
