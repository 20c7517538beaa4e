import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './declaracion.sql.ts'
import type { Ventas } from './sumas.sql.ts'

// Kept sums of a month's sales (db/migrations/0034_declaracion.sql): a change of one of its documents removes the row.

export async function findVentasMes(tx: Tx, { empresaId, ambiente }: Lugar, formula: Buffer, meses: readonly string[]) {
  const { rows } = await sql<{ mes: string; cifras: Ventas }>`
    select mes::text as mes, cifras from venta_mes
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and mes = any(${[...meses]}::date[]) and formula = ${formula}`.execute(tx)
  return new Map(rows.map(({ mes, cifras }) => [mes, cifras]))
}

/** Locks those of these months in which nothing is being changed, until the transaction ends. */
export async function lockVentasMes(tx: Tx, { empresaId, ambiente }: Lugar, meses: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ mes: string }>`
    select m.mes::text as mes from unnest(${[...meses]}::date[]) as m (mes)
     where pg_try_advisory_xact_lock(candado_venta_mes(${empresaId}, ${ambiente}, m.mes))`.execute(tx)
  return new Set(rows.map(({ mes }) => mes))
}

export async function saveVentasMes(tx: Tx, { empresaId, ambiente }: Lugar, formula: Buffer, mes: string, cifras: Ventas): Promise<void> {
  await tx
    .insertInto('venta_mes')
    .values({ empresa_id: empresaId, ambiente, mes, formula, cifras: JSON.stringify(cifras) })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente', 'mes']).doUpdateSet({ formula, cifras: JSON.stringify(cifras) }))
    .execute()
}
