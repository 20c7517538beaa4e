import { HORAS_DESHACER } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { dropRows, insertRows, lockRows, returnRows, type Papelera, type Registros } from './papelera.sql.ts'

const desdeOf = (en: Date) => new Date(en.getTime() - HORAS_DESHACER * 3_600_000)

/** Stores records, with the rows that belong to them, just before their deletion. */
export const keep = (tx: Tx, de: Papelera, registros: Registros, en: Date): Promise<void> => insertRows(tx, de, registros, en)

/**
 * Restores those deleted in the last day, all or none. Answers the ids restored now; the caller looks for the others.
 * @throws 422 when the name of one was taken meanwhile, or a record it names is deleted
 */
export async function bringBack(tx: Tx, de: Papelera, { empresaId, ids }: Registros, en: Date): Promise<string[]> {
  const gone = await lockRows(tx, de, { empresaId, ids }, desdeOf(en))
  if (gone.length === 0) return []
  const outcome = await returnRows(tx, de, { empresaId, ids: gone })
  if (outcome !== 'returned') throw errors.deletionKept(outcome)
  return gone
}

/** Removes records past the time for restoring. May run twice, and in every worker. */
export const emptyPapelera = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> => dropRows(db, desdeOf(clock.now()))
