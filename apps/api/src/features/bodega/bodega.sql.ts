import type { Bodega, BodegaOpcion, Listing, NombradoBusqueda, ORDENES_NOMBRADO } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import { isEqual, nextRows, searchRows, type Tabla } from '../catalogo/catalogo.door.ts'

export const BODEGA: Tabla<Bodega> = {
  tipo: 'bodega',
  columns: ['id', 'name', 'description', 'status', 'establecimiento', 'predeterminada', 'version', 'creado_en', 'editado_en'],
  fechas: ['creado_en', 'editado_en'],
  partes: [{ tabla: 'regla_proveedor', columna: 'bodega_id', como: 'deja de nombrar' }],
}

/** The columns that a form decides. */
export type BodegaRow = Pick<Bodega, 'name' | 'description' | 'status' | 'establecimiento' | 'predeterminada'> & { orden: string }

const SORTS: Readonly<Record<(typeof ORDENES_NOMBRADO)[number], string>> = { name: 'p.orden', creado_en: 'p.creado_en' }

type Filtro = Omit<NombradoBusqueda, 'page' | 'size'>

const busquedaOf = ({ status }: Filtro) => ({ sorts: SORTS, usual: 'name,ASC', filters: [isEqual('status', status)] })

export const searchBodegas = (tx: Tx, empresaId: EmpresaId, query: NombradoBusqueda): Promise<Listing<Bodega>> =>
  searchRows(tx, BODEGA, empresaId, query, busquedaOf(query))

export const nextBodegas = (tx: Tx, empresaId: EmpresaId, query: Filtro, desde: Desde | undefined): Promise<Tramo<Bodega>> =>
  nextRows(tx, BODEGA, empresaId, query, busquedaOf(query), desde)

export const readBodegas = (tx: Tx, empresaId: EmpresaId): Promise<BodegaOpcion[]> =>
  tx
    .selectFrom('bodega')
    .select(['id', 'name', 'status', 'establecimiento', 'predeterminada'])
    .where('empresa_id', '=', empresaId)
    .orderBy('orden')
    .execute()

/** Locks the default warehouse and the establishments' warehouses until this transaction ends. */
export async function lockBodegas(tx: Tx, empresaId: EmpresaId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bodega|${empresaId}`}, 0))`.execute(tx)
}

/** Waits for the movements under way, and keeps goods from moving in or to this warehouse until this transaction ends. */
export async function takeBodega(tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
  await sql`select 1 from bodega where empresa_id = ${empresaId} and id = ${id} for update`.execute(tx)
}

export async function clearPredeterminada(tx: Tx, empresaId: EmpresaId, except: string, en: Date): Promise<void> {
  await tx
    .updateTable('bodega')
    .set(({ eb }) => ({ predeterminada: false, version: eb('version', '+', 1), editado_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('predeterminada', '=', true)
    .where('id', '<>', except)
    .execute()
}

export const establecimientoExists = async (tx: Tx, empresaId: EmpresaId, codigo: string): Promise<boolean> =>
  (await tx
    .selectFrom('establecimiento')
    .select('codigo')
    .where('empresa_id', '=', empresaId)
    .where('codigo', '=', codigo)
    .executeTakeFirst()) !== undefined

/** The name of one of these warehouses in which goods were moved. */
export async function findMoved(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select b.name from bodega b where b.empresa_id = ${empresaId} and b.id = any(${ids}::uuid[])
       and (exists (select 1 from existencia x where x.empresa_id = b.empresa_id and x.bodega_id = b.id)
         or exists (select 1 from movimiento m where m.empresa_id = b.empresa_id and m.bodega_destino_id = b.id)) limit 1`.execute(tx)
  return rows[0]?.name
}

/** Whether goods are in the warehouse or on their way to it. */
export async function hasExistencias(tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> {
  const { rows } = await sql<{ algo: boolean }>`
    select exists (select 1 from existencia x where x.empresa_id = ${empresaId} and x.bodega_id = ${id} and x.cantidad <> 0)
        or exists (select 1 from movimiento m where m.empresa_id = ${empresaId} and m.bodega_destino_id = ${id} and m.estado = 'EN_TRANSITO') as algo`.execute(
    tx,
  )
  return rows[0]?.algo === true
}
