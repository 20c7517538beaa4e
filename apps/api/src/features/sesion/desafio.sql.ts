import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'

/** Next step after a correct password: a code, the set-up of the second factor, or only the company. */
export type Falta = 'CODIGO' | 'ACTIVAR' | 'EMPRESA'

export interface Desafiado {
  id: string
  username: string
  name: string
  mail: string
  super_admin: boolean
  /** The company chosen before the challenge. */
  elegida: EmpresaId | null
}

/** Creates the challenge for what is missing after a correct password; answers undefined, without a challenge, when nothing is missing. */
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

/** Creates the pass for a challenge that was answered a moment ago; it serves once. */
export async function createPase(db: Db, tokenHash: Buffer, desafio: Buffer, ahora: Date): Promise<boolean> {
  const { rows } = await sql<{ creado: boolean }>`select pase_crear(${tokenHash}, ${desafio}, ${ahora}) as creado`.execute(db)
  return rows[0]?.creado ?? false
}

/** The user of a challenge, while it is valid and the user is enabled. */
export async function findDesafio(db: Db, tokenHash: Buffer, falta: Falta, ahora: Date): Promise<Desafiado | undefined> {
  const { rows } = await sql<Desafiado>`
    select usuario_id as id, username, name, mail, super_admin, elegida from desafio_vigente(${tokenHash}, ${falta}, ${ahora})`.execute(db)
  return rows[0]
}

/** Uses up a challenge. False when it was used, is too old or belongs to another user. */
export async function takeDesafio(db: Db, tokenHash: Buffer, falta: Falta, usuarioId: string, ahora: Date): Promise<boolean> {
  const { rows } = await sql<{ tomado: boolean }>`select desafio_tomar(${tokenHash}, ${falta}, ${usuarioId}, ${ahora}) as tomado`.execute(
    db,
  )
  return rows[0]?.tomado ?? false
}
