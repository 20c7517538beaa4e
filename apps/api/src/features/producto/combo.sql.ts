import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface ParteLeida {
  id: string
  code: string
  name: string
  type_product: 'PRODUCTO' | 'SERVICIO'
  status: 'ACTIVO' | 'INACTIVO'
  manage_inventory: boolean
  is_external: boolean
  es_combo: boolean
}

const PARTE = sql`p.id, p.code, p.name, p.type_product, p.status, p.manage_inventory, p.is_external, p.partes <> '[]' as es_combo`

/** Reads these products as parts of a combo. */
export const readPartes = async (tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<ParteLeida[]> =>
  (await sql<ParteLeida>`select ${PARTE} from producto p where p.empresa_id = ${empresaId} and p.id = any(${ids}::uuid[])`.execute(tx)).rows

/** Locks parts against changes until the transaction ends; sales of them go on. The order is fixed, so that two combos never deadlock. */
export const takePartes = async (tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<void> => {
  await sql`
    select 1 from producto p where p.empresa_id = ${empresaId} and p.id = any(${ids}::uuid[]) order by p.id for no key update`.execute(tx)
}

/** Locks a product also against its first movement. */
export const takeEntero = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<void> => {
  await sql`select 1 from producto where empresa_id = ${empresaId} and id = ${id} for update`.execute(tx)
}

/** Whether a product ever moved in any warehouse. */
export const hasMovimientos = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> =>
  (await sql`select 1 from existencia where empresa_id = ${empresaId} and producto_id = ${id} limit 1`.execute(tx)).rows.length > 0

/** Code of a combo that this product is a part of. */
export const findComboDe = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<string | undefined> =>
  (
    await sql<{ code: string }>`
    select c.code from combo_parte x join producto c on c.empresa_id = x.empresa_id and c.id = x.combo_id
     where x.empresa_id = ${empresaId} and x.producto_id = ${id} order by c.code limit 1`.execute(tx)
  ).rows[0]?.code
