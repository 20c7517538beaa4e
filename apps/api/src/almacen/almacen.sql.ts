import { sql } from 'kysely'

import type { Db } from '../db/connect.ts'

/** The name that this installation's place carries. */
export async function readInstalacion(db: Db): Promise<string> {
  return (await db.selectFrom('instalacion').select('almacen').executeTakeFirstOrThrow()).almacen
}

/** Whether parts of any company lie outside of the database. */
export async function areSomeOutside(db: Db): Promise<boolean> {
  const { rows } = await sql<{ hay: boolean }>`select almacen_hay_fuera() as hay`.execute(db)
  return rows[0]?.hay ?? true
}

/** It is removed in a day, by the clock of the database, unless it is kept. */
export const insertBaja = (db: Db, objeto: string): Promise<unknown> =>
  sql`insert into almacen_baja values (${objeto}::uuid, now()) on conflict do nothing`.execute(db)
