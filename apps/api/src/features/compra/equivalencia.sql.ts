import type { CompraForm, ProductoDeLinea } from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { sql, type Insertable } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { CompraTables } from '../../db/schema-compra.ts'
import type { Tx } from '../../db/transaction.ts'

const UNO = fromUnits(1)

/** Whose items. */
export interface Proveedor {
  empresaId: EmpresaId
  proveedorClave: string
}

type Equivalencia = CompraTables['equivalencia']

export const readEquivalencias = (
  tx: Tx,
  { empresaId, proveedorClave }: Proveedor,
  items: readonly string[],
): Promise<Pick<Equivalencia, 'item' | 'producto_id' | 'factor'>[]> =>
  tx
    .selectFrom('equivalencia')
    .select(['item', 'producto_id', 'factor'])
    .where('empresa_id', '=', empresaId)
    .where('proveedor_clave', '=', proveedorClave)
    .where('item', 'in', items)
    .execute()

/** Each item once. */
export async function putEquivalencias(
  tx: Tx,
  { empresaId, proveedorClave }: Proveedor,
  rows: readonly Omit<Insertable<Equivalencia>, 'empresa_id' | 'proveedor_clave'>[],
): Promise<void> {
  await tx
    .insertInto('equivalencia')
    .values(rows.map((row) => ({ empresa_id: empresaId, proveedor_clave: proveedorClave, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'proveedor_clave', 'item']).doUpdateSet(({ ref }) => ({
        producto_id: ref('excluded.producto_id'),
        factor: ref('excluded.factor'),
        usuario_id: ref('excluded.usuario_id'),
        editado_en: ref('excluded.editado_en'),
      })),
    )
    .execute()
}

export interface Hallada {
  item: string
  producto_id: string | null
  code: string | null
  name: string | null
  factor: number
  recordada: boolean
}

/** What these items were the last time, and the products whose code or bar code is theirs. */
export async function findHalladas(tx: Tx, { empresaId, proveedorClave }: Proveedor, items: readonly string[]): Promise<Hallada[]> {
  const { rows } = await sql<Hallada>`
    select e.item, e.producto_id, p.code, p.name, e.factor, true as recordada
      from equivalencia e left join producto p on p.empresa_id = e.empresa_id and p.id = e.producto_id
     where e.empresa_id = ${empresaId} and e.proveedor_clave = ${proveedorClave} and e.item = any(${items}::text[])
       and (p.id is null or p.status = 'ACTIVO')
    union all
    select 'C:' || c.code, p.id, p.code, p.name, ${UNO}::bigint, false
      from unnest(${items.flatMap((item) => (item.startsWith('C:') ? item.slice(2) : []))}::text[]) as c (code)
      join producto p on p.empresa_id = ${empresaId} and p.status = 'ACTIVO' and (p.code = c.code or p.barcode = c.code)`.execute(tx)
  return rows
}

/** The products that lines name. */
export async function productosDe(tx: Tx, empresaId: EmpresaId, lineas: CompraForm['lineas']): Promise<ProductoDeLinea[]> {
  const ids = lineas.flatMap(({ producto_id: id }) => id ?? [])
  if (ids.length === 0) return []
  return tx.selectFrom('producto').select(['id', 'code', 'name']).where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
}
