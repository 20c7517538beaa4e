import type {
  CompraForm,
  Equivalencia as Regla,
  EquivalenciaBusqueda,
  Listing,
  ORDENES_EQUIVALENCIA,
  ProductoDeLinea,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { sql, type Insertable } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { CompraTables } from '../../db/schema-compra.ts'
import type { Tx } from '../../db/transaction.ts'
import { listingOf, orderBy, wayTo } from '../busqueda/busqueda.door.ts'

const UNO = fromUnits(1)

/** The supplier of the items. */
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

/** Stores the equivalence of each item; answers their ids. */
export async function putEquivalencias(
  tx: Tx,
  { empresaId, proveedorClave }: Proveedor,
  rows: readonly Omit<Insertable<Equivalencia>, 'empresa_id' | 'proveedor_clave'>[],
): Promise<{ id: string; item: string }[]> {
  return tx
    .insertInto('equivalencia')
    .values(rows.map((row) => ({ empresa_id: empresaId, proveedor_clave: proveedorClave, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'proveedor_clave', 'item']).doUpdateSet(({ ref }) => ({
        producto_id: ref('excluded.producto_id'),
        factor: ref('excluded.factor'),
        usuario_id: ref('excluded.usuario_id'),
        editado_en: ref('excluded.editado_en'),
        version: sql<number>`equivalencia.version + 1`,
      })),
    )
    .returning(['id', 'item'])
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

/** The last equivalences of these items, and the products with their code or bar code. */
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

// The supplier among the people of the company: a key stands for a cédula and its RUC.
const COLUMNS = sql`
  p.id, coalesce(s.identificacion, split_part(p.proveedor_clave, ':', 2)) as proveedor_identificacion, s.razon_social as proveedor_nombre,
  substr(p.item, 3) as item, case when p.item like 'C:%' then 'codigo' else 'descripcion' end as por,
  case when m.id is not null then json_build_object('id', m.id, 'code', m.code, 'name', m.name) end as producto, p.factor, p.version, p.editado_en`
const JOINS = sql`
  left join producto m on m.empresa_id = p.empresa_id and m.id = p.producto_id
  left join lateral (select x.identificacion, x.razon_social from persona x
    where x.empresa_id = p.empresa_id and x.identificacion in (split_part(p.proveedor_clave, ':', 2), split_part(p.proveedor_clave, ':', 2) || '001')
    order by length(x.identificacion) desc limit 1) s on true`

const SORTS: Readonly<Record<(typeof ORDENES_EQUIVALENCIA)[number], string>> = { editado_en: 'p.editado_en', item: 'p.item' }

/** @throws 422 for a sort field the list has not */
export async function searchEquivalencias(
  tx: Tx,
  empresaId: EmpresaId,
  { q, sort, mercaderia, page, size }: EquivalenciaBusqueda,
): Promise<Listing<Regla>> {
  const way = await wayTo(tx, { empresaId, tipo: 'equivalencia' }, q)
  const narrowed = mercaderia === undefined ? sql`` : sql` and (p.producto_id is not null) = ${mercaderia === 'si'}`
  const order = orderBy(sort, SORTS, 'editado_en,DESC', 'p.id')
  const { rows } = await sql<Regla>`
    with pagina as (select p.* ${way.page}${narrowed} order by ${order} offset ${page * size} limit ${size})
    select ${COLUMNS} from pagina p ${JOINS} order by ${order}`.execute(tx)
  return listingOf(tx, { page, size }, rows, sql`${way.all}${narrowed}`)
}

/** The present equivalences, locked until this transaction ends. */
export async function takeEquivalencias(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<Regla[]> {
  const { rows } = await sql<Regla>`
    with fila as (select e.* from equivalencia e where e.empresa_id = ${empresaId} and e.id = any(${ids}::uuid[]) order by e.id for update)
    select ${COLUMNS} from fila p ${JOINS} order by p.id`.execute(tx)
  return rows
}

export async function updateEquivalencia(
  tx: Tx,
  { empresaId, id }: { empresaId: EmpresaId; id: string },
  values: Pick<Insertable<Equivalencia>, 'producto_id' | 'factor' | 'usuario_id' | 'editado_en'>,
): Promise<void> {
  await tx
    .updateTable('equivalencia')
    .set((value) => ({ ...values, version: value('version', '+', 1) }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}

export async function deleteEquivalencias(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('equivalencia').where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
}
