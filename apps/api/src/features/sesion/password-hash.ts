import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

import { pepperOf } from '../../secretos/codec-key.ts'
import { errors } from '../../errors.ts'

/** Argon2id, 64 MiB (reliability §3.4); the library's default algorithm is Argon2id. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const
/** The work itself, in one place for a test to watch. */
export const argon2id = { hash, verify }
const AT_ONCE = 2
const MAX_WAITING = 50
/** Longest wait for a core at the sign-in, then 429: the page gives up after five seconds. */
export const MAX_WAIT_MS = 2_000
const RETRY_SECONDS = 5

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /**
   * Takes as long for an unknown user (`undefined`), and answers false. From a network where the user signed in before (`isConocida`), it
   * waits for no guess from elsewhere. @throws 429 when too many wait
   */
  verify(stored: string | undefined, password: string, isConocida?: boolean): Promise<boolean>
}

const base64 = (length: number) => randomBytes(length).toString('base64').replace(/=+$/, '')

/** A well-formed hash of no password, which takes as long to verify as any other. */
const nobody = () => `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

// For the whole process: each hash takes 64 MiB and a core.
let running = 0
/** Two lines: `known` is served first. */
const known: (() => void)[] = []
const others: (() => void)[] = []

/** The end of one turn hands its place to the next, so `running` stays the same. @throws 429 after `mostMs` */
const turn = (line: (() => void)[], mostMs: number | undefined) =>
  new Promise<void>((resolve, reject) => {
    const isNext = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer =
      mostMs === undefined
        ? undefined
        : setTimeout(() => {
            line.splice(line.indexOf(isNext), 1)
            reject(errors.tooMany(RETRY_SECONDS))
          }, mostMs)
    line.push(isNext)
  })

async function inTurn<T>(work: () => Promise<T>, line: (() => void)[], mostMs?: number): Promise<T> {
  if (running < AT_ONCE) running++
  else {
    if (line.length >= MAX_WAITING) throw errors.tooMany(RETRY_SECONDS)
    await turn(line, mostMs)
  }
  try {
    return await work()
  } finally {
    const next = known.shift() ?? others.shift()
    if (next) next()
    else running--
  }
}

/** @param claveContrasenas of `loadClaveContrasenas`: the first master key of the installation, not the one of today */
export function createPasswordHasher(claveContrasenas: string): PasswordHasher {
  const secret = pepperOf(claveContrasenas)
  return {
    hash: (password) => inTurn(() => argon2id.hash(password, { ...COST, secret }), others),
    verify: async (stored, password, isConocida = false) => {
      const matches = await inTurn(
        () => argon2id.verify(stored ?? nobody(), password, { secret }),
        isConocida ? known : others,
        MAX_WAIT_MS,
      )
      return stored !== undefined && matches
    },
  }
}
