import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

/** What is missing after a correct password: a code, setting the second factor up, or only the company. */
export type Falta = 'CODIGO' | 'ACTIVAR' | 'EMPRESA'

export interface Desafiado {
  id: string
  username: string
  name: string
  mail: string
  super_admin: boolean
  /** The company that was chosen already. */
  elegida: string | null
}

export const createDesafio = (db: Db, { tokenHash, usuarioId, falta, elegida, hasta }: { tokenHash: Buffer; usuarioId: string; falta: Falta; elegida: string | null; hasta: Date }) =>
  sql`select desafio_crear(${tokenHash}, ${usuarioId}, ${falta}, ${elegida}::uuid, ${hasta})`.execute(db)

/** Whose it is, as long as it serves and he is enabled. */
export async function findDesafio(db: Db, tokenHash: Buffer, falta: Falta, ahora: Date): Promise<Desafiado | undefined> {
  const { rows } = await sql<Desafiado>`
    select usuario_id as id, username, name, mail, super_admin, elegida from desafio_vigente(${tokenHash}, ${falta}, ${ahora})`.execute(db)
  return rows[0]
}

/** False where it was taken already, is too old or is none of his. */
export async function takeDesafio(db: Db, tokenHash: Buffer, falta: Falta, usuarioId: string, ahora: Date): Promise<boolean> {
  const { rows } = await sql<{ tomado: boolean }>`select desafio_tomar(${tokenHash}, ${falta}, ${usuarioId}, ${ahora}) as tomado`.execute(db)
  return rows[0]?.tomado ?? false
}
