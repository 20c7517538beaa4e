import type { NormaCambio } from '@yupana/contract'
import { sql, type Insertable } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { Database } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export type NormaNueva = Insertable<Database['norma']>

/** Changes of the law wait here for each other. */
export const lockNormas = (tx: Tx): Promise<unknown> => sql`select pg_advisory_xact_lock(hashtextextended('norma', 0))`.execute(tx)

export async function insertNorma(tx: Tx, nueva: NormaNueva): Promise<number> {
  const { id } = await tx.insertInto('norma').values(nueva).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Every change of a code, newest first. */
export async function readCambios(tx: Db, tema: string, codigo: string): Promise<NormaCambio[]> {
  const rows = await tx
    .selectFrom('norma as n')
    .leftJoin('norma as r', 'r.retira', 'n.id')
    .select([
      'n.id',
      'n.en',
      'n.usuario',
      'n.motivo',
      'n.nombre',
      'n.valor',
      'n.desde',
      'n.hasta',
      'n.cierra',
      'n.fuente',
      'n.nota',
      'n.confianza',
      'n.retira',
      'r.id as retirada',
    ])
    .where('n.tema', '=', tema)
    .where('n.codigo', '=', codigo)
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ retirada, ...row }) => ({ ...row, confianza: row.confianza as NormaCambio['confianza'], retirada: retirada !== null }))
}
