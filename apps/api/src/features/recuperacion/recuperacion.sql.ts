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

/** Sets the password whose hash is `clave`. Answers the user of the code; undefined for a used, expired or unknown one. */
export async function takeCodigo(db: Db, hash: Buffer, ahora: Date, clave: string): Promise<Titular | undefined> {
  const { rows } = await sql<Titular>`select id, name, mail from restablecimiento_tomar(${hash}, ${ahora}, ${clave})`.execute(db)
  return rows[0]
}
