import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './libro.sql.ts'
import type { ProductoLeido } from './movimiento.sql.ts'

/** Products by their codes. */
export async function readProductosByCode(tx: Tx, empresaId: EmpresaId, codes: readonly string[]): Promise<Map<string, ProductoLeido>> {
  const { rows } = await sql<ProductoLeido>`
    select id, code, name, manage_inventory, is_external, type_product, cost from producto
     where empresa_id = ${empresaId} and code = any(${[...codes]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.code, row]))
}

export interface BodegaElegible {
  id: string
  name: string
  predeterminada: boolean
}

/** Warehouses in use. */
export const readBodegas = (tx: Tx, empresaId: EmpresaId): Promise<BodegaElegible[]> =>
  tx
    .selectFrom('bodega')
    .select(['id', 'name', 'predeterminada'])
    .where('empresa_id', '=', empresaId)
    .where('status', '=', 'ACTIVO')
    .execute()

/** The pairs «warehouse product» in which one of these products has moved. */
export async function readMovidos(tx: Tx, { empresaId, ambiente }: Lugar, productos: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ par: string }>`
    select x.bodega_id || ' ' || x.producto_id as par from existencia x
     where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.producto_id = any(${[...productos]}::uuid[]) and x.secuencia > 0`.execute(
    tx,
  )
  return new Set(rows.map(({ par }) => par))
}
