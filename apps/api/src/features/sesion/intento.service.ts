import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { networkOf, siteOf } from '../../plugins/peticion/network.ts'
import { demora } from './demora.ts'
import { inLine } from './fila.ts'
import * as sql from './intento.sql.ts'

// Brute force (O-10): a limit per name and network, one per network, and one line for all networks where the account did not sign in
// lately. Nobody can shut a cashier out of the network she works in by guessing at her password from elsewhere.
//
// What is refused or delayed shows by the name that was typed alone: otherwise whoever fails under two names learns whether they are one
// person's (B12). That all names of an account count as one is kept without a sign: beyond it no password is right.

const WINDOW_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000
/** Networks from which an account signed in this lately count as its owner's. */
const LATELY_MS = 30 * 24 * HOUR_MS
/** Together with hash and turn, well below the five seconds after which the page gives up. */
export const MAX_DELAY_MS = 1_500
const FREE_FAILURES = 5
const MAX_WAITING = 20

export interface Limites {
  porCuentaYRed: number
  porRed?: number
  /** Failures in an hour, from all networks together that the account does not know. */
  ajenas?: number
}

export const LIMITES_INGRESO: Limites = { porCuentaYRed: 5, porRed: 30, ajenas: 30 }

/** Delay of an attempt in milliseconds, by the failures under this name from anywhere in the last 15 minutes. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, 100 * 2 ** (failures - FREE_FAILURES))

export interface Intento {
  cuenta: string
  /** The typed name, when an account has several. */
  nombre?: string
  /** The user whose networks count as known. */
  usuarioId?: string | undefined
  /** Address of the attempt; its network is what counts. */
  red: string
  limites: Limites
}

function secondsUntilFree(instants: readonly string[], limit: number | undefined, ms: number, now: Date): number | undefined {
  const decisive = limit === undefined ? undefined : instants[limit - 1]
  return decisive === undefined ? undefined : Math.max(1, Math.ceil((Date.parse(decisive) + ms - now.getTime()) / 1000))
}

interface Lugar {
  id: number
  delay: number
  /** Whether the account signed in from this network lately. */
  isConocida: boolean
  /** Whether the account has no attempt left under any of its names: the result of the evaluation is then ignored. */
  isSpent: boolean
}

/** Counts the attempt as a failure before it is evaluated, so that a hundred at once count like a hundred in a row. @throws 429 */
async function takeLugar(
  tx: Db,
  linea: sql.Linea,
  { limites, usuarioId }: Pick<Intento, 'limites' | 'usuarioId'>,
  now: Date,
): Promise<Lugar> {
  const { porCuentaYRed, porRed, ajenas } = limites
  const since = (ms: number) => new Date(now.getTime() - ms)
  await sql.lockLinea(tx, linea)
  const isConocida = await sql.isConocida(tx, usuarioId ?? null, linea.red, since(LATELY_MS))
  const limite = Math.max(porCuentaYRed, porRed ?? 0, ajenas ?? 0)
  const fallas = await sql.fallasSince(tx, linea, { cuarto: since(WINDOW_MS), hora: since(HOUR_MS), limite })
  const wait =
    secondsUntilFree(isConocida ? fallas.cuentaYRed : fallas.nombreYRed, porCuentaYRed, WINDOW_MS, now) ??
    secondsUntilFree(fallas.red, porRed, WINDOW_MS, now) ??
    (isConocida
      ? undefined
      : (secondsUntilFree(fallas.nombreAjena, ajenas, HOUR_MS, now) ?? secondsUntilFree(fallas.sitio, porRed, HOUR_MS, now)))
  if (wait !== undefined) throw errors.tooMany(wait)
  return {
    id: await sql.insertIntento(tx, { ...linea, ajena: !isConocida, en: now }),
    isConocida,
    delay: isConocida ? 0 : delayAfter(fallas.nombre.length),
    isSpent: !isConocida && (fallas.cuentaYRed.length >= porCuentaYRed || (ajenas !== undefined && fallas.cuentaAjena.length >= ajenas)),
  }
}

/**
 * Runs one attempt under the limits. `evaluate` answers undefined for a failure; a success forgives the failures of this account
 * from this network. @throws 429 with the seconds to wait
 */
export async function attempt<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { cuenta, nombre = cuenta, usuarioId, red: direccion, limites }: Intento,
  evaluate: (lugar: Pick<Lugar, 'isConocida'>) => Promise<T | undefined>,
): Promise<T | undefined> {
  const linea = { cuenta, nombre, red: networkOf(direccion), sitio: siteOf(direccion) }
  // Correct attempts that come at once do not use up each other's places.
  return inLine(
    `${nombre}|${linea.red}`,
    async () => {
      const { id, delay, isSpent, isConocida } = await db
        .transaction()
        .execute((tx) => takeLugar(tx, linea, { limites, usuarioId }, clock.now()))
      let result: T | undefined
      try {
        if (delay > 0) await demora.take(delay)
        result = await evaluate({ isConocida })
      } catch (error) {
        await sql.forgive(db, id)
        throw error
      }
      if (result === undefined || isSpent) return undefined
      await sql.forgiveFallas(db, cuenta, linea.red)
      return result
    },
    MAX_WAITING,
  )
}

/** Adds the network to the user's: a complete sign-in came from it. */
export const knowRed = (db: Db, usuarioId: string, direccion: string, ahora: Date) =>
  sql.knowRed(db, usuarioId, networkOf(direccion), ahora)

/** After a new password, which needs the user's mail: forgives the failures from this network and makes it known. */
export async function forgetFallas({ db, clock }: Pick<Deps, 'db' | 'clock'>, usuarioId: string, direccion: string): Promise<void> {
  await sql.forgiveFallas(db, usuarioId, networkOf(direccion))
  await knowRed(db, usuarioId, direccion, clock.now())
}
