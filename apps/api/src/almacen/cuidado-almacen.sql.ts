import { sql } from 'kysely'

import type { Db } from '../db/connect.ts'

/** Whether this database was restored and is not reconciled: another installation may still live with the same objects. */
export async function isCercada(db: Db): Promise<boolean> {
  return (await db.selectFrom('instalacion').select('cercada').executeTakeFirst())?.cercada ?? true
}

/**
 * What waits for more than a day: a backup begun before, whose snapshot still names them, had time to be checked. By the clock of the
 * database, as they were noted.
 */
export async function listBajas(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ objeto: string }>`
    select objeto from almacen_baja where desde < now() - interval '1 day' order by desde limit ${limit}`.execute(db)
  return rows.map(({ objeto }) => objeto)
}

export const forgetBaja = (db: Db, objeto: string): Promise<unknown> => db.deleteFrom('almacen_baja').where('objeto', '=', objeto).execute()

/** Those that no row names. */
export async function namelessOf(db: Db, objetos: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ objeto: string }>`select objeto from almacen_sin_fila(${objetos}::uuid[]) as objeto`.execute(db)
  return rows.map(({ objeto }) => objeto)
}
