import type { NombradoOpcion } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export type TipoNombrado = 'unidad' | 'marca'
/** The column of a product that names the record. */
export type ColumnaProducto = 'unit_id' | 'brand_id' | 'category_id'

export const readAll = (tx: Tx, tipo: TipoNombrado, empresaId: EmpresaId): Promise<NombradoOpcion[]> =>
  tx.selectFrom(tipo).select(['id', 'name', 'status']).where('empresa_id', '=', empresaId).orderBy('orden').execute()

export async function countAll(tx: Tx, tipo: TipoNombrado, empresaId: EmpresaId): Promise<number> {
  const { total } = await tx
    .selectFrom(tipo)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('empresa_id', '=', empresaId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The name of one of these records that a product names. */
export async function findInProductos(
  tx: Tx,
  columna: ColumnaProducto,
  empresaId: EmpresaId,
  ids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${ids}::uuid[]) as u (id)
     where exists (select 1 from producto p where p.empresa_id = ${empresaId} and p.${sql.ref(columna)} = u.id) limit 1`.execute(tx)
  return rows[0]?.id
}
