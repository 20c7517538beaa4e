import {
  createCategoria,
  deleteCategoria,
  editCategoria,
  restoreCategorias,
  searchCategoria,
  searchCategoriaArbol,
  type Categoria,
  type CategoriaNodo,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { catalogoOf } from '../catalogo/catalogo.ts'

export const CATEGORIAS = catalogoOf<Categoria>({
  lista: 'categoria',
  right: 'producto',
  words: {
    title: 'Categorías',
    one: 'categoría',
    several: 'categorías',
    nuevo: 'Nueva categoría',
    the: 'la categoría',
    this: 'esta categoría',
  },
  search: searchCategoria,
  create: createCategoria,
  edit: editCategoria,
  remove: deleteCategoria,
  restore: restoreCategorias,
})

export const arbolQuery = () =>
  queryOptions({
    queryKey: [CATEGORIAS.lista, 'arbol'],
    queryFn: ({ signal }) => fetchData(searchCategoriaArbol, { signal }),
  })

/** A category with its place in the tree. */
export interface Sitio {
  nodo: CategoriaNodo
  /** Its ancestors, the top one first. */
  above: readonly CategoriaNodo[]
}

/** All categories, each before its descendants. */
export const sitiosOf = (nodos: readonly CategoriaNodo[], above: readonly CategoriaNodo[] = []): Sitio[] =>
  nodos.flatMap((nodo) => [{ nodo, above }, ...sitiosOf(nodo.children, [...above, nodo])])

/** «Bebidas › Gaseosas» */
export const caminoText = (above: readonly Pick<CategoriaNodo, 'name'>[]): string => above.map(({ name }) => name).join(' › ')

/** Number of levels from this category down, itself included. */
export const levelsOf = ({ children }: CategoriaNodo): number => 1 + Math.max(0, ...children.map(levelsOf))
