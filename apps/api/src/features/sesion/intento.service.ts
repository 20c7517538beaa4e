import { setTimeout as sleep } from 'node:timers/promises'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { networkOf } from '../../plugins/network.ts'
import { inLine } from './fila.service.ts'
import * as sql from './intento.sql.ts'

// Brute force (O-10): per account and network a limit, per network a limit, per account alone only a growing delay,
// so that nobody can shut a cashier out by guessing at her password from elsewhere.

const WINDOW_MS = 15 * 60_000
const MAX_DELAY_MS = 5_000
const FREE_FAILURES = 5
const MAX_WAITING = 50

export interface Limites {
  porCuentaYRed: number
  porRed?: number
}

export const LIMITES_INGRESO: Limites = { porCuentaYRed: 5, porRed: 30 }

/** Milliseconds an attempt on an account waits, after so many failures of it from anywhere in the last 15 minutes. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, 100 * 2 ** (failures - FREE_FAILURES))

export interface Intento {
  cuenta: string
  /** Address the attempt came from; what counts is its network. */
  red: string
  limites: Limites
}

const secondsUntilFree = (instants: readonly string[], limit: number | undefined, now: Date): number | undefined => {
  const decisive = limit === undefined ? undefined : instants[limit - 1]
  return decisive === undefined ? undefined : Math.max(1, Math.ceil((Date.parse(decisive) + WINDOW_MS - now.getTime()) / 1000))
}

/**
 * Runs one attempt under the limits. `evaluate` answers undefined for a failure, which is counted; a success forgets the
 * failures of this account from this network. @throws 429 with the seconds to wait
 */
export async function attempt<T>({ db, clock }: Pick<Deps, 'db' | 'clock'>, { cuenta, red: direccion, limites }: Intento, evaluate: () => Promise<T | undefined>): Promise<T | undefined> {
  const red = networkOf(direccion)
  // A hundred guesses at once count like a hundred in a row.
  return inLine(`${cuenta}|${red}`, async () => {
    const now = clock.now()
    const most = Math.max(limites.porCuentaYRed, limites.porRed ?? 0)
    const fallas = await sql.fallasSince(db, cuenta, red, new Date(now.getTime() - WINDOW_MS), most)
    const wait = secondsUntilFree(fallas.ambas, limites.porCuentaYRed, now) ?? secondsUntilFree(fallas.red, limites.porRed, now)
    if (wait !== undefined) throw errors.tooMany(wait)
    const delay = delayAfter(fallas.cuenta)
    if (delay > 0) await sleep(delay)
    const result = await evaluate()
    if (result === undefined) {
      await sql.insertFalla(db, cuenta, red, now)
      await sql.deleteOlder(db, cuenta, red, new Date(now.getTime() - WINDOW_MS))
    } else if (fallas.ambas.length > 0) await sql.deleteFallas(db, cuenta, red)
    return result
  }, MAX_WAITING)
}

/** Forgets the failures of an account from a network: its password is a new one. */
export const forgetFallas = ({ db }: Pick<Deps, 'db'>, cuenta: string, red: string): Promise<void> => sql.deleteFallas(db, cuenta, networkOf(red))
