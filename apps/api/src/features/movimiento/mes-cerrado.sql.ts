import { firstOfMonth, type Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './libro.sql.ts'

const nameOf = ({ empresaId, ambiente }: Lugar) => `cierres|${empresaId}|${ambiente}`

/** Until the end of the transaction no goods are moved in a month that ends up closed: who was moving some has ended. */
export async function lockCierres(tx: Tx, lugar: Lugar): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(lugar)}, 0))`.execute(tx)
}

/** The first month from this day's on that the company has closed. */
export const readMesCerrado = async (tx: Tx, { empresaId, ambiente }: Lugar, fecha: Fecha): Promise<Fecha | undefined> =>
  (
    await tx
      .selectFrom('mes_cerrado')
      .select('mes')
      .where('empresa_id', '=', empresaId)
      .where('ambiente', '=', ambiente)
      .where('mes', '>=', firstOfMonth(fecha))
      .orderBy('mes')
      .limit(1)
      .executeTakeFirst()
  )?.mes

/** The same for who moves goods on that day: until the end of the transaction no other month is closed. */
export async function takeMesCerrado(tx: Tx, lugar: Lugar, fecha: Fecha): Promise<Fecha | undefined> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(lugar)}, 0))`.execute(tx)
  return readMesCerrado(tx, lugar, fecha)
}
