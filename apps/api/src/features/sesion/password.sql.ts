import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { throughPuerta } from '../../db/puerta.ts'

/**
 * Sets the password of the session's user; links to restore it die and the user's other sessions end. @throws 401 where the session ended
 */
export const savePassword = (db: Db, { tokenHash }: { tokenHash: Buffer }, hash: string, en: Date) =>
  throughPuerta(sql`select usuario_cambiar_clave(${tokenHash}, ${en}, ${hash})`.execute(db))

/** The names of a user, of his companies and of the product. `prueba`: hash of his session, or of his code to set a password anew. */
export async function palabrasDe(db: Db, prueba: Buffer, ahora: Date): Promise<string[]> {
  const { rows } = await sql<{ palabras: string[]; producto: string | null }>`
    select palabras_de_cuenta(${prueba}, ${ahora}) as palabras, (select producto from instalacion) as producto`.execute(db)
  const [{ palabras, producto } = { palabras: [], producto: null }] = rows
  return producto === null ? palabras : [...palabras, producto]
}
