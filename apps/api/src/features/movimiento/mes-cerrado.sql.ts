import { firstOfMonth, type Fecha } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './libro.sql.ts'

const nameOf = ({ empresaId, ambiente }: Lugar) => `cierres|${empresaId}|${ambiente}`

/** Waits for the movements under way, and keeps new ones from beginning until the transaction that closes a month ends. */
export async function lockCierres(tx: Tx, lugar: Lugar): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(lugar)}, 0))`.execute(tx)
}

/** The first closed month of the company from the month of `fecha` on. */
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

/** The month of `readMesCerrado`, for a movement of that day: no further month is closed until the transaction ends. */
export async function takeMesCerrado(tx: Tx, lugar: Lugar, fecha: Fecha): Promise<Fecha | undefined> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(lugar)}, 0))`.execute(tx)
  return readMesCerrado(tx, lugar, fecha)
}
