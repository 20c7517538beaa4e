import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

export interface Fallas {
  /** Instants, newest first. */
  ambas: string[]
  red: string[]
  cuenta: number
}

/** Failures since `desde`: of this account from this network, of the network, of the account from anywhere. */
export async function fallasSince(db: Db, cuenta: string, red: string, desde: Date, limite: number): Promise<Fallas> {
  const { rows } = await sql<{ ambas: string[]; red: string[]; cuenta: number }>`
    select array(select i.en from intento_ingreso i where i.cuenta = ${cuenta} and i.red = ${red} and i.en > ${desde} order by i.en desc limit ${limite}) as ambas,
           array(select i.en from intento_ingreso i where i.red = ${red} and i.en > ${desde} order by i.en desc limit ${limite}) as red,
           (select count(*)::integer from intento_ingreso i where i.cuenta = ${cuenta} and i.en > ${desde}) as cuenta`.execute(db)
  return rows[0]!
}

export async function insertFalla(db: Db, cuenta: string, red: string, en: Date): Promise<void> {
  await db.insertInto('intento_ingreso').values({ cuenta, red, en }).execute()
}

export async function deleteFallas(db: Db, cuenta: string, red: string): Promise<void> {
  await db.deleteFrom('intento_ingreso').where('cuenta', '=', cuenta).where('red', '=', red).execute()
}

export async function deleteOlder(db: Db, cuenta: string, red: string, before: Date): Promise<void> {
  await db
    .deleteFrom('intento_ingreso')
    .where('en', '<', before.toISOString())
    .where((row) => row.or([row('cuenta', '=', cuenta), row('red', '=', red)]))
    .execute()
}
