import type { Actualizacion, CampoActualizacion, Listing, OrigenActualizacion, ProductoHoja } from '@yupana/contract'
import { MAX_ACTUALIZACION } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { isEqual } from '../catalogo/catalogo.door.ts'
import { listingOf, wayTo } from '../busqueda/busqueda.door.ts'
import type { ProductoLeido } from './producto.sql.ts'

const HOJA = sql.raw('p.id, p.version, p.code, p.name, p.iva, p.price, p.price_list, p.cost, p.minimum_stock, p.status')

interface Filtros {
  q?: string | undefined
  status?: string | undefined
  type_product?: string | undefined
}

/** A page of products by name, and their number. */
export async function readHoja(
  tx: Tx,
  empresaId: EmpresaId,
  { q, status, type_product }: Filtros,
): Promise<{ filas: ProductoHoja[]; total: number }> {
  const way = await wayTo(tx, { empresaId, tipo: 'producto' }, q)
  const narrowed = sql`${isEqual('status', status)}${isEqual('type_product', type_product)}`
  const { rows } = await sql<ProductoHoja>`select ${HOJA} ${way.page}${narrowed} order by p.orden, p.id limit ${MAX_ACTUALIZACION}`.execute(
    tx,
  )
  const { totalElements } = await listingOf(tx, { page: 0, size: MAX_ACTUALIZACION }, rows, sql`${way.all}${narrowed}`)
  return { filas: rows, total: totalElements }
}

const LOCKED = [
  'id',
  'version',
  'code',
  'auxiliary_code',
  'barcode',
  'barcodes',
  'name',
  'iva',
  'price',
  'price_list',
  'cost',
  'minimum_stock',
  'status',
] as const
export type ProductoTomado = Pick<ProductoLeido, (typeof LOCKED)[number]>

const productosOf = (tx: Tx, empresaId: EmpresaId, ids: readonly string[]) =>
  tx
    .selectFrom('producto')
    .select(LOCKED)
    .where('empresa_id', '=', empresaId)
    .where((where) => sql<boolean>`${where.ref('id')} = any(${[...ids]}::uuid[])`)

/** Locks these products until the end of the transaction; always in one order, so that two updates never deadlock. */
export const lockProductos = (tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<ProductoTomado[]> =>
  productosOf(tx, empresaId, ids).orderBy('id').forNoKeyUpdate().execute()

/** Reads the same products without a lock. */
export const readProductos = (tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<ProductoTomado[]> =>
  productosOf(tx, empresaId, ids).execute()

/** Writes the new values of these products; the order key follows the name. */
export async function writeProductos(
  tx: Tx,
  empresaId: EmpresaId,
  rows: readonly (Omit<ProductoTomado, 'version' | 'code' | 'auxiliary_code' | 'barcode' | 'barcodes'> & { orden: string })[],
  en: Date,
): Promise<void> {
  await sql`
    update producto p
       set name = n.name, orden = n.orden, iva = n.iva, price = n.price, price_list = n.price_list, cost = n.cost,
           minimum_stock = n.minimum_stock, status = n.status, version = p.version + 1, editado_en = ${en}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (id uuid, name text, orden text, iva integer, price bigint, price_list bigint[], cost bigint, minimum_stock bigint, status text)
     where p.empresa_id = ${empresaId}::uuid and p.id = n.id`.execute(tx)
}

export type Campos = Partial<Record<CampoActualizacion, unknown>>
export interface Fila {
  producto_id: string
  antes: Campos
  despues: Campos
}

export interface Hecha {
  empresaId: EmpresaId
  id: string
  usuarioId: string
  origen: OrigenActualizacion
  campos: readonly CampoActualizacion[]
  deshace: string | null
  en: Date
}

/** Stores an update. Answers false when another has undone the same one. */
export async function insertActualizacion(tx: Tx, hecha: Hecha, productos: number): Promise<boolean> {
  const { rows } = await sql`
    insert into actualizacion (empresa_id, id, origen, usuario_id, productos, campos, deshace, hecha_en)
    values (${hecha.empresaId}, ${hecha.id}, ${hecha.origen}, ${hecha.usuarioId}, ${productos}, ${[...hecha.campos]}::text[], ${hecha.deshace}, ${hecha.en})
    on conflict (empresa_id, deshace) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Stores the values of each product before and after; the update itself may follow within the transaction. */
export async function insertFilas(tx: Tx, empresaId: EmpresaId, id: string, filas: readonly Fila[]): Promise<void> {
  await sql`
    insert into actualizacion_fila (empresa_id, actualizacion_id, producto_id, antes, despues)
    select ${empresaId}::uuid, ${id}::uuid, n.producto_id, n.antes, n.despues
      from jsonb_to_recordset(${JSON.stringify(filas)}::jsonb) as n (producto_id uuid, antes jsonb, despues jsonb)`.execute(tx)
}

/** The rows of an update; none for an unknown update. */
export async function readFilas(tx: Tx, empresaId: EmpresaId, id: string): Promise<Fila[]> {
  const { rows } = await sql<Fila>`
    select producto_id, antes, despues from actualizacion_fila
     where empresa_id = ${empresaId} and actualizacion_id = ${id} order by producto_id`.execute(tx)
  return rows
}

/** Names of deleted products, from the audit of their deletion. */
export async function readNombresDeIdos(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ name: string }>`
    select distinct on (a.objeto) a.detalle ->> 'name' as name from auditoria a
     where a.empresa_id = ${empresaId} and a.objeto = any(${[...ids]}::text[]) and a.accion = 'producto.eliminar' order by a.objeto, a.en desc`.execute(
    tx,
  )
  return rows.map(({ name }) => name).toSorted()
}

export const isUndone = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> =>
  (await tx.selectFrom('actualizacion').select('id').where('empresa_id', '=', empresaId).where('deshace', '=', id).executeTakeFirst()) !==
  undefined

/** The number of products an update changed; 0 for an unknown update. */
export async function countActualizacion(tx: Tx, empresaId: EmpresaId, id: string): Promise<number> {
  const row = await tx
    .selectFrom('actualizacion')
    .select('productos')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.productos ?? 0
}

export async function searchActualizaciones(
  tx: Tx,
  empresaId: EmpresaId,
  { page, size }: { page: number; size: number },
): Promise<Listing<Actualizacion>> {
  const { rows } = await sql<Actualizacion>`
    select a.id, a.origen, a.productos, a.campos, trim(u.name || ' ' || u.surname) as usuario, a.hecha_en, d.hecha_en as deshecha_en
      from actualizacion a
      left join actualizacion d on d.empresa_id = a.empresa_id and d.deshace = a.id
      left join lateral autores_de_auditoria(array[a.usuario_id]) u on true
     where a.empresa_id = ${empresaId}
     order by a.hecha_en desc, a.id offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, sql`from actualizacion a where a.empresa_id = ${empresaId}`)
}
