import { HORAS_DESHACER } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { dropRows, insertRows, lockRows, returnRows, type Papelera, type Registros } from './papelera.sql.ts'

const desdeOf = (en: Date) => new Date(en.getTime() - HORAS_DESHACER * 3_600_000)

/** Keeps records, and what goes with them, just before they are deleted. */
export const keep = (tx: Tx, de: Papelera, registros: Registros, en: Date): Promise<void> => insertRows(tx, de, registros, en)

/**
 * Puts back what of them was deleted in the last day, of all or of none. Answers which came back now: whoever asks looks for the others.
 * @throws 422 when the place of one was taken meanwhile, or what it named is gone
 */
export async function bringBack(tx: Tx, de: Papelera, { empresaId, ids }: Registros, en: Date): Promise<string[]> {
  const gone = await lockRows(tx, de, { empresaId, ids }, desdeOf(en))
  if (gone.length === 0) return []
  const outcome = await returnRows(tx, de, { empresaId, ids: gone })
  if (outcome !== 'returned') throw errors.deletionKept(outcome)
  return gone
}

/** What was deleted too long ago is kept no longer. May run twice, and in every worker. */
export const emptyPapelera = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> => dropRows(db, desdeOf(clock.now()))
