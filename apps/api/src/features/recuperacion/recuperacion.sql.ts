import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

export interface Titular {
  id: string
  name: string
  mail: string
}

/** The user of an e-mail, if enabled. */
export async function findTitular(db: Db, correo: string): Promise<Titular | undefined> {
  const { rows } = await sql<Titular>`select id, name, mail from usuario_de_correo(${correo})`.execute(db)
  return rows[0]
}

export const createCodigo = (db: Db, { hash, usuarioId, ahora, hasta }: { hash: Buffer; usuarioId: string; ahora: Date; hasta: Date }) =>
  sql`select restablecimiento_crear(${hash}, ${usuarioId}, ${ahora}, ${hasta})`.execute(db)

export async function codigoServes(db: Db, hash: Buffer, ahora: Date): Promise<boolean> {
  const { rows } = await sql<{ vigente: boolean }>`select restablecimiento_vigente(${hash}, ${ahora}) as vigente`.execute(db)
  return rows[0]?.vigente ?? false
}

/** Uses up a code and sets the password of its user. Answers that user; undefined for a used, expired or unknown code. */
export async function takeCodigo(db: Db, hash: Buffer, ahora: Date, passwordHash: string): Promise<Titular | undefined> {
  const { rows } = await sql<Titular>`select id, name, mail from restablecimiento_tomar(${hash}, ${ahora}, ${passwordHash})`.execute(db)
  return rows[0]
}
