import type { Listing, ORDENES_PRODUCTO, ProductoBusqueda } from '@yupana/contract'
import { sql, type RawBuilder, type Selectable } from 'kysely'

import type { Database } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { listingOf, orderBy, wayTo } from '../busqueda/busqueda.service.ts'

const COLUMNS = [
  'id', 'code', 'auxiliary_code', 'barcode', 'name', 'type_product', 'category_id', 'brand_id', 'unit_id', 'iva', 'price', 'price_list', 'cost', 'minimum_stock',
  'manage_inventory', 'status', 'is_external', 'ice_codigo', 'irbpnr', 'precio_libre', 'version', 'creado_en', 'editado_en',
] as const

export type ProductoLeido = Pick<Selectable<Database['producto']>, (typeof COLUMNS)[number]>

/** What a form decides; the order key goes with the name. Category, brand and unit have forms of their own concept. */
export type ProductoRow = Omit<ProductoLeido, 'id' | 'category_id' | 'brand_id' | 'unit_id' | 'version' | 'creado_en' | 'editado_en'> & { orden: string }

/** Answers false when the code is taken. */
export async function insertProducto(tx: Tx, empresaId: string, id: string, row: ProductoRow, en: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('producto')
    .values({ ...row, empresa_id: empresaId, id, category_id: null, brand_id: null, unit_id: null, creado_en: en, editado_en: en })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'code']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

const UNIQUE_VIOLATION = '23505'

/** Answers false when somebody else saved meanwhile. @throws 422 when the code is taken */
export async function updateProducto(tx: Tx, empresaId: string, id: string, version: number, row: ProductoRow, en: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('producto')
    .set((value) => ({ ...row, version: value('version', '+', 1), editado_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) throw errors.codeAlreadyUsed(row.code)
      throw error
    })
  return updated.numUpdatedRows === 1n
}

export const readProductos = (tx: Tx, empresaId: string, ids: readonly string[]): Promise<ProductoLeido[]> =>
  tx.selectFrom('producto').select(COLUMNS).where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()

/** Of these products, one that stands in a document. */
export async function findInDocumentos(tx: Tx, empresaId: string, ids: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from unnest(${ids}::uuid[]) as p (id)
     where exists (select 1 from documento_linea l where l.empresa_id = ${empresaId} and l.producto_id = p.id) limit 1`.execute(tx)
  return rows[0]?.id
}

export async function deleteProductos(tx: Tx, empresaId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('producto').where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
}

const columnsOf = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(`p.${name}`)))
const columns = columnsOf(COLUMNS)

const SORTS: Readonly<Record<(typeof ORDENES_PRODUCTO)[number], string>> = { name: 'p.orden', code: 'p.code', price: 'p.price', creado_en: 'p.creado_en' }

/** @throws 422 for a sort field the list has not */
export async function searchProductos(tx: Tx, empresaId: string, { q, status, type_product, manage_inventory, ...query }: ProductoBusqueda): Promise<Listing<ProductoLeido>> {
  const way = await wayTo(tx, { empresaId, tipo: 'producto' }, q)
  const filters = sql.join([
    status ? sql` and p.status = ${status}` : sql``,
    type_product ? sql` and p.type_product = ${type_product}` : sql``,
    manage_inventory === undefined ? sql`` : sql` and p.manage_inventory = ${manage_inventory}`,
  ], sql``)
  const order = orderBy(query.sort, SORTS, 'name,ASC', 'p.id')
  const { rows } = await sql<ProductoLeido>`select ${columns} ${way.page}${filters} order by ${order} offset ${query.page * query.size} limit ${query.size}`.execute(tx)
  return listingOf(tx, query, rows, sql`${way.all}${filters}`)
}
