import {
  MAX_NIVELES_CATEGORIA,
  MAX_NOMBRADOS,
  type Categoria,
  type CategoriaForm,
  type CategoriaHijas,
  type CategoriaNodo,
  type Listing,
  type NombradoBusqueda,
} from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import { ordenOf } from '../busqueda/busqueda.door.ts'
import * as catalogo from '../catalogo/catalogo.door.ts'
import { Arbol, treeOf } from './arbol.ts'
import * as sql from './categoria.sql.ts'

const arbolOf = async (tx: Tx, empresaId: EmpresaId) => new Arbol(await sql.readNodos(tx, empresaId))

const CATEGORIAS: catalogo.Catalogo<sql.CategoriaRow, sql.CategoriaLeida> = {
  ...sql.CATEGORIA,
  words: ({ name, description }) => [name, description],
  audited: ['name'],
  /** The audit has the place by name: the category above may be deleted when it is read. */
  async told(tx, empresaId, { parent_id, ...changes }) {
    if (!Array.isArray(parent_id)) return changes
    const nodos = await sql.readNodos(tx, empresaId)
    return { ...changes, parent: parent_id.map((id) => nodos.find((nodo) => nodo.id === id)?.name ?? null) }
  },
  taken: ({ name }) => errors.nameAlreadyUsedHere('una categoría', name),
  async whyKept(tx, empresaId, rows) {
    const arbol = await arbolOf(tx, empresaId)
    const parent = rows.find(({ id }) => arbol.below(id).length > 0)
    if (parent) return errors.categoryHasChildren(parent.name)
    return catalogo.nombrado.whyInProductos(tx, 'category_id', 'la categoría', empresaId, rows)
  },
}

const rowOf = ({ name, description, status, parent_id }: CategoriaForm): sql.CategoriaRow => ({
  name,
  description: description ?? null,
  status,
  parent_id: parent_id ?? null,
  orden: ordenOf(name),
})

const placed = (arbol: Arbol<sql.Nodo>, row: sql.CategoriaLeida): Categoria => ({
  ...row,
  parents: arbol.above(row.id).map(({ name }) => name),
  children_count: arbol.below(row.id).length,
})

export const tree = async (tx: Tx, empresaId: EmpresaId): Promise<CategoriaNodo[]> => treeOf(await arbolOf(tx, empresaId))

/** @throws 422 for an unknown parent */
export async function search(
  tx: Tx,
  empresaId: EmpresaId,
  query: NombradoBusqueda,
  bajo?: Pick<CategoriaHijas, 'parent_id'>,
): Promise<Listing<Categoria>> {
  const arbol = await arbolOf(tx, empresaId)
  const listing = await sql.searchCategorias(tx, empresaId, query, bajo)
  return { ...listing, content: listing.content.map((row) => placed(arbol, row)) }
}

/** Every row of the list, page by page, for a file. */
export async function next(
  tx: Tx,
  empresaId: EmpresaId,
  query: Pick<NombradoBusqueda, 'q' | 'status' | 'sort'>,
  desde: Desde | undefined,
): Promise<Tramo<Categoria>> {
  const arbol = await arbolOf(tx, empresaId)
  const tramo = await sql.nextCategorias(tx, empresaId, query, desde)
  return { ...tramo, rows: tramo.rows.map((row) => placed(arbol, row)) }
}

/** @throws 422 when it cannot be placed under that parent */
function checkPlace(arbol: Arbol<sql.Nodo>, parent: string | null, moved?: { id: string; name: string }): void {
  if (parent === null) return
  if (!arbol.has(parent)) throw errors.categoryParentAbsent()
  const above = [...arbol.above(parent).map(({ id }) => id), parent]
  if (moved && above.includes(moved.id)) throw errors.categoryCircle(moved.name)
  if (above.length + (moved ? arbol.levels(moved.id) : 1) > MAX_NIVELES_CATEGORIA) throw errors.categoryTooDeep(MAX_NIVELES_CATEGORIA)
}

function checkSize(size: number): void {
  if (size > MAX_NOMBRADOS) throw errors.catalogFull(MAX_NOMBRADOS, 'categorías')
}

export async function create(tx: Tx, autor: catalogo.Autor, idempotencyKey: string, form: CategoriaForm): Promise<Categoria> {
  const row = rowOf(form)
  const take = async () => {
    await sql.lockArbol(tx, autor.empresaId)
    const arbol = await arbolOf(tx, autor.empresaId)
    checkSize(arbol.size + 1)
    checkPlace(arbol, row.parent_id)
  }
  const made = await catalogo.create(tx, CATEGORIAS, autor, { idempotencyKey, form, row, take })
  return placed(await arbolOf(tx, autor.empresaId), made)
}

/** @throws 404, 409 and 422 as in every catalogue, 422 when it cannot be placed under that parent */
export async function edit(
  tx: Tx,
  autor: catalogo.Autor,
  record: { id: string; version: number },
  form: CategoriaForm,
): Promise<Categoria> {
  const row = rowOf(form)
  await sql.lockArbol(tx, autor.empresaId)
  const take = async (before: sql.CategoriaLeida) => checkPlace(await arbolOf(tx, autor.empresaId), row.parent_id, before)
  const after = await catalogo.edit(tx, CATEGORIAS, autor, record, { take, rowOf: () => row })
  return placed(await arbolOf(tx, autor.empresaId), after)
}

export async function remove(tx: Tx, autor: catalogo.Autor, id: string): Promise<void> {
  await sql.lockArbol(tx, autor.empresaId)
  await catalogo.remove(tx, CATEGORIAS, autor, [id])
}

/** @throws 404 and 422 as in every catalogue, 422 when the tree has grown meanwhile */
export async function restore(tx: Tx, autor: catalogo.Autor, ids: readonly string[]): Promise<void> {
  await sql.lockArbol(tx, autor.empresaId)
  await catalogo.restore(tx, CATEGORIAS, autor, ids, async (rows) => {
    const arbol = await arbolOf(tx, autor.empresaId)
    checkSize(arbol.size)
    for (const row of rows) checkPlace(arbol, row.parent_id, row)
  })
}
