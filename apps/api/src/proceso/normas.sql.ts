import type { EnmiendaVigente } from '@yupana/contract'

import type { Db } from '../db/connect.ts'

const COLUMNS = ['id', 'tema', 'codigo', 'nombre', 'valor', 'desde', 'hasta', 'cierra', 'fuente', 'nota', 'confianza'] as const

/** Every change that nobody took back, oldest first. */
export const readEnmiendas = async (db: Db): Promise<EnmiendaVigente[]> =>
  (await db
    .selectFrom('norma as n')
    .select(COLUMNS.map((column) => `n.${column}` as const))
    .where('retira', 'is', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('norma as r').select('r.id').whereRef('r.retira', '=', 'n.id'))))
    .orderBy('n.id')
    .execute()) as EnmiendaVigente[]

/** The version of the table: its highest number, 0 while nobody changed anything. */
export async function readVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('norma')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}
