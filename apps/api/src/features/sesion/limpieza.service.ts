import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'

/** Removes what is over: old failures, codes, letters, sessions and counts. May run twice, and in every worker. */
export const cleanCuentas = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => sql`select limpiar_cuentas(${clock.now()})`.execute(db)
