import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './declaracion.sql.ts'
import type { Ventas } from './sumas.sql.ts'

// Kept sums of a month's sales (db/migrations/0034_declaracion.sql, 0886_venta_cambio.sql): sums from before a change are not used.

export async function findVentasMes(tx: Tx, { empresaId, ambiente }: Lugar, formula: Buffer, meses: readonly string[]) {
  const { rows } = await sql<{ mes: string; cifras: Ventas }>`
    select v.mes::text as mes, v.cifras from venta_mes v
     where v.empresa_id = ${empresaId} and v.ambiente = ${ambiente} and v.mes = any(${[...meses]}::date[]) and v.formula = ${formula}
       and venta_mes_vale(v)`.execute(tx)
  return new Map(rows.map(({ mes, cifras }) => [mes, cifras]))
}

/** Makes this transaction the only one to keep sums of the company's sales, of months before `mes`; false where another one is. */
export async function lockVentas(tx: Tx, { empresaId }: Lugar): Promise<{ taken: boolean; mes: string }> {
  const { rows } = await sql<{ taken: boolean; mes: string }>`
    select pg_try_advisory_xact_lock(candado_venta_mes(${empresaId})) as taken, mes_en_curso()::text as mes`.execute(tx)
  return rows[0] ?? { taken: false, mes: '' }
}

/**
 * Removes the months that a change made untrue, and the notes of these changes, in one statement so that both see the same changes.
 * Needs the lock. Answers what the statement saw: sums read from now on hold until a change that it did not see.
 */
export async function forgetVentas(tx: Tx, { empresaId }: Lugar, formula: Buffer): Promise<string> {
  const { rows } = await sql<{ foto: string }>`
    with gone as (delete from venta_mes v where v.empresa_id = ${empresaId} and (v.formula <> ${formula} or not venta_mes_vale(v))),
         seen as (delete from venta_cambio x where x.empresa_id = ${empresaId})
    select pg_current_snapshot()::text as foto`.execute(tx)
  return rows[0]!.foto
}

/** Keeps the sums of a month. The caller holds the lock of `lockVentas`. */
export async function saveVentasMes(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { mes, formula, foto, cifras }: { mes: string; formula: Buffer; foto: string; cifras: Ventas },
): Promise<void> {
  // A month whose sums became untrue meanwhile is removed, with the lists that hang from it.
  await tx.deleteFrom('venta_mes').where('empresa_id', '=', empresaId).where('ambiente', '=', ambiente).where('mes', '=', mes).execute()
  await tx
    .insertInto('venta_mes')
    .values({ empresa_id: empresaId, ambiente, mes, formula, foto, cifras: JSON.stringify(cifras) })
    .execute()
}
