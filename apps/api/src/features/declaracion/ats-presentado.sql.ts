import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

// The ZIP of a filed ATS, part after part (db/migrations/0034_declaracion.sql).

/** One filing of a declaration. */
export interface Presentado {
  id: string
  n: number
}

export async function insertParte(tx: Tx, empresaId: EmpresaId, { id, n }: Presentado, parte: number, contenido: Buffer): Promise<void> {
  await tx.insertInto('declaracion_ats').values({ empresa_id: empresaId, declaracion_id: id, n, parte, contenido }).execute()
}

/** Part `parte` (from 1) of a filed ATS; undefined beyond the last one. */
export const readParte = async (tx: Tx, empresaId: EmpresaId, { id, n }: Presentado, parte: number): Promise<Buffer | undefined> =>
  (
    await tx
      .selectFrom('declaracion_ats')
      .select('contenido')
      .where('empresa_id', '=', empresaId)
      .where('declaracion_id', '=', id)
      .where('n', '=', n)
      .where('parte', '=', parte)
      .executeTakeFirst()
  )?.contenido
