import type { Listing, ORDENES_PRODUCTO, ProductoBusqueda } from '@yupana/contract'
import { sql, type Selectable } from 'kysely'

import type { Database } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import { isEqual, nextRows, searchRows, type Tabla } from '../catalogo/catalogo.door.ts'

const COLUMNS = [
  'id',
  'code',
  'auxiliary_code',
  'barcode',
  'name',
  'type_product',
  'category_id',
  'brand_id',
  'unit_id',
  'iva',
  'price',
  'price_list',
  'cost',
  'minimum_stock',
  'manage_inventory',
  'status',
  'is_external',
  'ice_codigo',
  'irbpnr',
  'precio_libre',
  'version',
  'creado_en',
  'editado_en',
] as const

export type ProductoLeido = Pick<Selectable<Database['producto']>, (typeof COLUMNS)[number]>

/** What a form decides; the order key goes with the name. Category, brand and unit have forms of their own concept. */
export type ProductoRow = Omit<ProductoLeido, 'id' | 'category_id' | 'brand_id' | 'unit_id' | 'version' | 'creado_en' | 'editado_en'> & {
  orden: string
}

export const PRODUCTO: Tabla<ProductoLeido> = { tipo: 'producto', columns: COLUMNS, fechas: ['creado_en', 'editado_en'] }

/** Of these products, one that stands in a document. */
export async function findInDocumentos(tx: Tx, empresaId: string, ids: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from unnest(${ids}::uuid[]) as p (id)
     where exists (select 1 from documento_linea l where l.empresa_id = ${empresaId} and l.producto_id = p.id) limit 1`.execute(tx)
  return rows[0]?.id
}

const SORTS: Readonly<Record<(typeof ORDENES_PRODUCTO)[number], string>> = {
  name: 'p.orden',
  code: 'p.code',
  price: 'p.price',
  creado_en: 'p.creado_en',
}

type Filtro = Omit<ProductoBusqueda, 'page' | 'size'>

const busquedaOf = ({ status, type_product, manage_inventory }: Filtro) => ({
  sorts: SORTS,
  usual: 'name,ASC',
  filters: [isEqual('status', status), isEqual('type_product', type_product), isEqual('manage_inventory', manage_inventory)],
})

export const searchProductos = (tx: Tx, empresaId: string, query: ProductoBusqueda): Promise<Listing<ProductoLeido>> =>
  searchRows(tx, PRODUCTO, empresaId, query, busquedaOf(query))

export const nextProductos = (tx: Tx, empresaId: string, filtro: Filtro, desde: Desde | undefined): Promise<Tramo<ProductoLeido>> =>
  nextRows(tx, PRODUCTO, empresaId, filtro, busquedaOf(filtro), desde)
