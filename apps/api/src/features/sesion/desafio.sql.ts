import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'

/** What is missing after a correct password: a code, setting the second factor up, or only the company. */
export type Falta = 'CODIGO' | 'ACTIVAR' | 'EMPRESA'

export interface Desafiado {
  id: string
  username: string
  name: string
  mail: string
  super_admin: boolean
  /** The company that was chosen already. */
  elegida: EmpresaId | null
}

/** After a correct password. What is still missing; undefined where nothing is, and then there is no challenge. */
export async function createDesafio(
  db: Db,
  {
    tokenHash,
    usuarioId,
    isObligatorio,
    elegida,
    ahora,
  }: { tokenHash: Buffer; usuarioId: string; isObligatorio: boolean; elegida: EmpresaId | null; ahora: Date },
): Promise<'CODIGO' | 'ACTIVAR' | undefined> {
  const { rows } = await sql<{
    falta: 'CODIGO' | 'ACTIVAR' | null
  }>`select desafio_crear(${tokenHash}, ${usuarioId}, ${isObligatorio}, ${elegida}::uuid, ${ahora}) as falta`.execute(db)
  return rows[0]?.falta ?? undefined
}

/** For the challenge that was answered a moment ago, once. */
export async function createPase(db: Db, tokenHash: Buffer, desafio: Buffer, ahora: Date): Promise<boolean> {
  const { rows } = await sql<{ creado: boolean }>`select pase_crear(${tokenHash}, ${desafio}, ${ahora}) as creado`.execute(db)
  return rows[0]?.creado ?? false
}

/** Whose it is, as long as it serves and he is enabled. */
export async function findDesafio(db: Db, tokenHash: Buffer, falta: Falta, ahora: Date): Promise<Desafiado | undefined> {
  const { rows } = await sql<Desafiado>`
    select usuario_id as id, username, name, mail, super_admin, elegida from desafio_vigente(${tokenHash}, ${falta}, ${ahora})`.execute(db)
  return rows[0]
}

/** False where it was taken already, is too old or is none of his. */
export async function takeDesafio(db: Db, tokenHash: Buffer, falta: Falta, usuarioId: string, ahora: Date): Promise<boolean> {
  const { rows } = await sql<{ tomado: boolean }>`select desafio_tomar(${tokenHash}, ${falta}, ${usuarioId}, ${ahora}) as tomado`.execute(
    db,
  )
  return rows[0]?.tomado ?? false
}
