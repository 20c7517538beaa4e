import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { TipoDescarga } from '../../db/schema-firma.ts'
import type { Tx } from '../../db/transaction.ts'

export interface DescargaFila {
  empresa_id: EmpresaId
  usuario_id: string
  /** Hash of the session that asked for the file. */
  sesion: Buffer
  tipo: TipoDescarga
  /** Id of the row that holds the file. */
  objeto: string
  /** Name of the file. */
  nombre: string
}

export const insertDescarga = (tx: Tx, fila: DescargaFila, hash: Buffer, venceEn: Date): Promise<unknown> =>
  tx
    .insertInto('descarga')
    .values({ ...fila, hash, vence_en: venceEn })
    .execute()

/** Uses a ticket up: only the first caller gets it. */
export async function takeDescarga(db: Db, hash: Buffer, ahora: Date): Promise<DescargaFila | undefined> {
  const { rows } = await sql<DescargaFila>`select * from descarga_tomar(${hash}, ${ahora})`.execute(db)
  return rows[0]
}

/** Removes unused tickets. */
export const cleanDescargas = (db: Db, ahora: Date): Promise<unknown> => sql`select limpiar_descargas(${ahora})`.execute(db)
