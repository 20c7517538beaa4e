import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { NOMBRA, readNombrados, type Nombra, type ProductoRow } from './producto.sql.ts'

export interface Nombrado {
  id: string
  name: string
  parent_id: string | null
}

/** Every category, brand and unit. */
export async function readNombres(tx: Tx, empresaId: EmpresaId): Promise<Record<Nombra, Nombrado[]>> {
  const found: Record<Nombra, Nombrado[]> = { category_id: [], brand_id: [], unit_id: [] }
  for (const campo of NOMBRA) found[campo] = await readNombrados(tx, empresaId, campo)
  return found
}

/** Products by their codes. */
export async function findByCode(tx: Tx, empresaId: EmpresaId, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from producto where empresa_id = ${empresaId} and code = any(${[...codes]}::text[])`.execute(tx)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** Stores new products; those whose code is taken are left out of the answer. */
export async function insertProductos(
  tx: Tx,
  empresaId: EmpresaId,
  rows: readonly (ProductoRow & { id: string })[],
  en: Date,
): Promise<Set<string>> {
  const inserted = await tx
    .insertInto('producto')
    .values(rows.map((row) => ({ ...row, empresa_id: empresaId, creado_en: en, editado_en: en })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return new Set(inserted.map(({ id }) => id))
}
