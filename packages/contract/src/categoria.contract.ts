import * as z from 'zod/mini'

import { COLUMNAS_NOMBRADO, EstadoRegistro, FILTRO_NOMBRADO, Nombrado, NombradoBusqueda, NombradoForm } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { exportOf } from './exportacion.contract.ts'
import { idParams, uuid, version } from './fields.ts'
import { listingOf } from './listing.contract.ts'
import { restoreOf } from './papelera.contract.ts'

const tag = 'Categorías'

/** Levels of the tree, the top included. */
export const MAX_NIVELES_CATEGORIA = 6

/** Name, description, state and the category above (O-75); without one it stands at the top. */
export const CategoriaForm = z.extend(NombradoForm, { parent_id: z.optional(z.nullable(uuid)) })
export type CategoriaForm = z.infer<typeof CategoriaForm>

export const Categoria = z.extend(Nombrado, {
  parent_id: z.nullable(uuid),
  /** Names of the categories above, the top one first. */
  parents: z.array(z.string()),
  /** Number of categories directly below. */
  children_count: z.int(),
})
export type Categoria = z.infer<typeof Categoria>

export interface CategoriaNodo extends Pick<Categoria, 'id' | 'name' | 'description' | 'status' | 'version' | 'parent_id'> {
  children: CategoriaNodo[]
}

const nodoAbove = (levels: number): z.ZodMiniType<CategoriaNodo> =>
  z.object({
    id: uuid,
    name: z.string(),
    description: z.nullable(z.string()),
    status: EstadoRegistro,
    version,
    parent_id: z.nullable(uuid),
    children: z.array(levels === 0 ? z.never() : nodoAbove(levels - 1)),
  })
/** A category with its descendants, in alphabetical order. */
export const CategoriaNodo = nodoAbove(MAX_NIVELES_CATEGORIA - 1)

/** Without `parent_id`: the categories at the top. */
export const CategoriaHijas = z.extend(NombradoBusqueda, { parent_id: z.optional(uuid) })
export type CategoriaHijas = z.infer<typeof CategoriaHijas>

export const searchCategoria = endpoint('GET /categoria/search', {
  costo: 'busqueda',
  tag,
  summary: 'Categorías de la empresa, de todos los niveles',
  query: NombradoBusqueda,
  reply: listingOf(Categoria),
})
export const searchCategoriaHijas = endpoint('GET /categoria/search_children', {
  costo: 'busqueda',
  tag,
  summary: 'Categorías que están directamente bajo otra, o las del primer nivel',
  query: CategoriaHijas,
  reply: listingOf(Categoria),
})
export const searchCategoriaArbol = endpoint('GET /categoria/search_category', {
  costo: 'busqueda',
  tag,
  summary: 'Todas las categorías de la empresa, en árbol',
  reply: z.array(CategoriaNodo),
})
/** Columns of a file of categories: the tree is written as a path. */
const { name, ...resto } = COLUMNAS_NOMBRADO
export const COLUMNAS_CATEGORIA = { name, parents: 'Dentro de', ...resto } as const
export const exportCategoria = exportOf('GET /v1/categoria/exportar', {
  tag,
  summary: 'Categorías como archivo, con los filtros de la lista',
  filtro: FILTRO_NOMBRADO,
  columnas: COLUMNAS_CATEGORIA,
})
export const createCategoria = endpoint('POST /categoria/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una categoría; requiere Idempotency-Key',
  body: CategoriaForm,
  reply: Categoria,
  msg: 'Categoría registrada exitosamente',
})
export const editCategoria = endpoint('PUT /categoria/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia una categoría, la desactiva o la mueve bajo otra',
  body: z.extend(CategoriaForm, { id: uuid, version }),
  reply: Categoria,
  msg: 'Categoría editada exitosamente',
})
export const deleteCategoria = endpoint('DELETE /categoria/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina una categoría sin otras debajo que ningún producto usa',
  params: idParams,
  reply: Nothing,
  msg: 'Categoría eliminada exitosamente',
})
export const restoreCategorias = restoreOf('POST /v1/categoria/restaurar', tag, 'categorías')
