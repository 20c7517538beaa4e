import type { Listing, ORDENES_PRODUCTO, ProductoBusqueda } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { sql, type Selectable } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Database } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import { isEqual, nextRows, searchRows, type Tabla } from '../catalogo/catalogo.door.ts'

const COLUMNS = [
  'id',
  'code',
  'auxiliary_code',
  'barcode',
  'barcodes',
  'imagen',
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
  'partes',
  'version',
  'creado_en',
  'editado_en',
] as const

export type ProductoLeido = Pick<Selectable<Database['producto']>, (typeof COLUMNS)[number]>

/** The columns of the form; the order key follows the name. */
export type ProductoRow = Omit<ProductoLeido, 'id' | 'imagen' | 'partes' | 'version' | 'creado_en' | 'editado_en'> & {
  /** Parts of a combo, as JSON. */
  partes: string
  orden: string
}

export const PRODUCTO: Tabla<ProductoLeido> = {
  tipo: 'producto',
  columns: COLUMNS,
  fechas: ['creado_en', 'editado_en'],
  partes: [
    { tabla: 'codigo_barras', columna: 'producto_id', como: 'se va' },
    { tabla: 'combo_parte', columna: 'combo_id', como: 'se va' },
    { tabla: 'equivalencia', columna: 'producto_id', como: 'se va' },
  ],
}

/** The table of each record a product names. */
const NOMBRADO_EN = { category_id: 'categoria', brand_id: 'marca', unit_id: 'unidad' } as const
export type Nombra = keyof typeof NOMBRADO_EN
export const NOMBRA = Object.keys(NOMBRADO_EN) as Nombra[]

/** Every record that products of a company may name. */
export const readNombrados = async (
  tx: Tx,
  empresaId: EmpresaId,
  campo: Nombra,
): Promise<{ id: string; name: string; parent_id: string | null }[]> => {
  const tabla = NOMBRADO_EN[campo]
  const parent = tabla === 'categoria' ? sql`t.parent_id` : sql`null::uuid`
  const { rows } = await sql<{ id: string; name: string; parent_id: string | null }>`
    select t.id, t.name, ${parent} as parent_id from ${sql.table(tabla)} t where t.empresa_id = ${empresaId}`.execute(tx)
  return rows
}

/** The name of a record that a product names; locked until the end of the transaction. */
export const takeNombrado = async (tx: Tx, empresaId: EmpresaId, campo: Nombra, id: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom(NOMBRADO_EN[campo])
      .select('name')
      .where('empresa_id', '=', empresaId)
      .where('id', '=', id)
      .forKeyShare()
      .executeTakeFirst()
  )?.name

/** Locks the finding of free codes until the transaction ends: copies take theirs one at a time. */
export const lockCodigos = (tx: Tx, empresaId: EmpresaId): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`duplicar|${empresaId}`}, 0))`.execute(tx)

/** First free code of the form «A-1-2», from 2 on. */
export async function freeCode(tx: Tx, empresaId: EmpresaId, code: string, max: number): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select c.code from (
      select n, left(${code}, ${max} - length(n::text) - 1) || '-' || n as code from generate_series(2, 10000) n
    ) c
     where not exists (select 1 from producto p where p.empresa_id = ${empresaId}::uuid and p.code = c.code) order by c.n limit 1`.execute(
    tx,
  )
  return rows[0]?.code ?? code
}

/** The documents that keep a product from being deleted; of quotes, those that may still become a sale (O-74). */
const constaEn = (hoy: Fecha) =>
  [
    ['documentos emitidos', sql`select 1 from documento_linea l where l.empresa_id = p.empresa_id and l.producto_id = p.id`],
    ['movimientos de inventario', sql`select 1 from existencia x where x.empresa_id = p.empresa_id and x.producto_id = p.id`],
    [
      'cotizaciones enviadas o aceptadas',
      sql`select 1 from cotizacion c cross join jsonb_array_elements(c.entrada -> 'lineas') l
           where c.empresa_id = p.empresa_id and (c.estado = 'ACEPTADA' or c.estado = 'ENVIADA' and (c.parcial or c.vence >= ${hoy}::date))
             and (l ->> 'producto_id')::uuid = p.id
             and (c.parcial or not exists (
                   select 1 from cotizacion_factura f
                     join documento d on d.empresa_id = f.empresa_id and d.id = f.factura_id and d.estado not in ('ANULADO', 'CERRADO')
                    where f.empresa_id = c.empresa_id and f.cotizacion_id = c.id))`,
    ],
  ] as const

/** A combo that stays while one of its parts is deleted. */
async function findCombo(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<{ code: string; donde: string } | undefined> {
  const { rows } = await sql<{ code: string; combo: string }>`
    select p.code, c.code as combo from combo_parte x
      join producto p on p.empresa_id = x.empresa_id and p.id = x.producto_id join producto c on c.empresa_id = x.empresa_id and c.id = x.combo_id
     where x.empresa_id = ${empresaId} and x.producto_id = any(${ids}::uuid[]) and not (x.combo_id = any(${ids}::uuid[])) limit 1`.execute(
    tx,
  )
  return rows[0] && { code: rows[0].code, donde: `el combo ${rows[0].combo}: quítelo antes de sus partes` }
}

/** One of these products that has to stay, and the document that keeps it. */
export async function findKept(
  tx: Tx,
  empresaId: EmpresaId,
  ids: readonly string[],
  hoy: Fecha,
): Promise<{ code: string; donde: string } | undefined> {
  for (const [donde, where] of constaEn(hoy)) {
    const { rows } = await sql<{ code: string }>`
      select p.code from producto p where p.empresa_id = ${empresaId} and p.id = any(${ids}::uuid[]) and exists (${where}) limit 1`.execute(
      tx,
    )
    if (rows[0]) return { code: rows[0].code, donde }
  }
  return findCombo(tx, empresaId, ids)
}

/** The stock of a product in each warehouse; the product is locked against movements (`takeEntero`). */
export async function readExistencias(tx: Tx, empresaId: EmpresaId, id: string): Promise<{ bodega: string; cantidad: number }[]> {
  const { rows } = await sql<{ bodega: string; cantidad: number }>`
    select b.name as bodega, x.cantidad from existencia x
      join empresa e on e.id = x.empresa_id join bodega b on b.empresa_id = x.empresa_id and b.id = x.bodega_id
     where x.empresa_id = ${empresaId} and x.producto_id = ${id} and x.ambiente in (e.ambiente, 'PRODUCCION') and (x.cantidad <> 0 or x.valor <> 0)
     order by b.orden, x.bodega_id`.execute(tx)
  return rows
}

const SORTS: Readonly<Record<(typeof ORDENES_PRODUCTO)[number], string>> = {
  name: 'p.orden',
  code: 'p.code',
  price: 'p.price',
  creado_en: 'p.creado_en',
}

/** Condition that a product is in a category or in one below it. */
export const isUnder = (empresaId: EmpresaId, id: string | undefined) =>
  id === undefined
    ? sql``
    : sql` and p.category_id in (
        with recursive bajo as (
          select c.id from categoria c where c.empresa_id = ${empresaId}::uuid and c.id = ${id}::uuid
          union select c.id from categoria c join bajo b on c.parent_id = b.id where c.empresa_id = ${empresaId}::uuid
        ) select id from bajo)`

type Filtro = Omit<ProductoBusqueda, 'page' | 'size'>

const busquedaOf = (empresaId: EmpresaId, { status, type_product, manage_inventory, category_id, brand_id }: Filtro) => ({
  sorts: SORTS,
  usual: 'name,ASC',
  filters: [
    isEqual('status', status),
    isEqual('type_product', type_product),
    isEqual('manage_inventory', manage_inventory),
    isEqual('brand_id', brand_id),
    isUnder(empresaId, category_id),
  ],
})

export const searchProductos = (tx: Tx, empresaId: EmpresaId, query: ProductoBusqueda): Promise<Listing<ProductoLeido>> =>
  searchRows(tx, PRODUCTO, empresaId, query, busquedaOf(empresaId, query))

export const nextProductos = (tx: Tx, empresaId: EmpresaId, filtro: Filtro, desde: Desde | undefined): Promise<Tramo<ProductoLeido>> =>
  nextRows(tx, PRODUCTO, empresaId, filtro, busquedaOf(empresaId, filtro), desde)
