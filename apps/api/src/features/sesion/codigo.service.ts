import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { attempt, LIMITES_INGRESO } from './intento.service.ts'

const NOTHING = new Error('nothing to keep')

/** Runs the work in a transaction that is undone when the work answers undefined. */
async function inTrial<T>(db: Db, work: (tx: Db) => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (result === undefined) throw NOTHING
      return result
    })
  } catch (error) {
    if (error === NOTHING) return undefined
    throw error
  }
}

/**
 * Runs work that depends on a code, under the limits of the sign-in. Undefined means a wrong code: it is counted and changes nothing.
 * @throws 422 at `codigo`, 429 after too many
 */
export async function requireCodigo<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  red: string,
  work: (tx: Db) => Promise<T | undefined>,
): Promise<T> {
  const result = await attempt(deps, { cuenta: `codigo ${usuarioId}`, usuarioId, red, limites: LIMITES_INGRESO }, () =>
    inTrial(deps.db, work),
  )
  if (result === undefined) throw errors.codeInvalid()
  return result
}
