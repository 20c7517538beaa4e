import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

export const addRechazos = (db: Db, datos: readonly object[], cuando: Date): Promise<unknown> =>
  sql`select rechazos_sumar(${JSON.stringify(datos)}::jsonb, ${cuando})`.execute(db)
