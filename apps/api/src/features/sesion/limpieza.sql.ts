import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'

/** Removes expired failures, codes, letters, sessions, counts and networks. May run twice, and in every worker. */
export const cleanCuentas = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  sql`select limpiar_cuentas(${clock.now()}), limpiar_redes(${clock.now()}), limpiar_rechazos(${clock.now()})`.execute(db)
