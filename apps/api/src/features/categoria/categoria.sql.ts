import type { Categoria, CategoriaHijas, Listing, NombradoBusqueda, ORDENES_NOMBRADO } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import { isEqual, nextRows, searchRows, type Tabla } from '../catalogo/catalogo.door.ts'

/** The columns read of a row; its place in the tree follows from the others. */
export type CategoriaLeida = Omit<Categoria, 'parents' | 'children_count'>
export type CategoriaRow = Pick<CategoriaLeida, 'name' | 'description' | 'status' | 'parent_id'> & { orden: string }

export const CATEGORIA: Tabla<CategoriaLeida> = {
  tipo: 'categoria',
  columns: ['id', 'name', 'description', 'status', 'parent_id', 'version', 'creado_en', 'editado_en'],
  fechas: ['creado_en', 'editado_en'],
}

/** One change of a company's tree at a time: two moves that each look right could together make a circle. */
export const lockArbol = (tx: Tx, empresaId: EmpresaId): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`categoria|${empresaId}`}, 0))`.execute(tx)

export type Nodo = Pick<CategoriaLeida, 'id' | 'name' | 'description' | 'status' | 'parent_id' | 'version'>

/** The company's categories in alphabetical order. */
export const readNodos = (tx: Tx, empresaId: EmpresaId): Promise<Nodo[]> =>
  tx
    .selectFrom('categoria')
    .select(['id', 'name', 'description', 'status', 'parent_id', 'version'])
    .where('empresa_id', '=', empresaId)
    .orderBy('orden')
    .orderBy('id')
    .execute()

const SORTS: Readonly<Record<(typeof ORDENES_NOMBRADO)[number], string>> = { name: 'p.orden', creado_en: 'p.creado_en' }

export const searchCategorias = (
  tx: Tx,
  empresaId: EmpresaId,
  { status, ...query }: NombradoBusqueda,
  bajo?: Pick<CategoriaHijas, 'parent_id'>,
): Promise<Listing<CategoriaLeida>> => {
  const under = bajo?.parent_id === undefined ? sql` and p.parent_id is null` : sql` and p.parent_id = ${bajo.parent_id}::uuid`
  return searchRows(tx, CATEGORIA, empresaId, query, {
    sorts: SORTS,
    usual: 'name,ASC',
    filters: [isEqual('status', status), ...(bajo ? [under] : [])],
  })
}

/** The company's categories after `desde`, in the order asked for. */
export const nextCategorias = (
  tx: Tx,
  empresaId: EmpresaId,
  { status, ...query }: Pick<NombradoBusqueda, 'q' | 'status' | 'sort'>,
  desde: Desde | undefined,
): Promise<Tramo<CategoriaLeida>> =>
  nextRows(tx, CATEGORIA, empresaId, query, { sorts: SORTS, usual: 'name,ASC', filters: [isEqual('status', status)] }, desde)
