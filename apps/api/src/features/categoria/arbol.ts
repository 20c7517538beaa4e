import type { CategoriaNodo } from '@yupana/contract'

import type { Nodo } from './categoria.sql.ts'

type Sitio = Pick<Nodo, 'id' | 'parent_id' | 'name'>

/** The tree of a company's categories. */
export class Arbol<N extends Sitio> {
  readonly #byId: ReadonlyMap<string, N>
  readonly #below: ReadonlyMap<string | null, readonly N[]>

  constructor(nodos: readonly N[]) {
    this.#byId = new Map(nodos.map((nodo) => [nodo.id, nodo]))
    const below = new Map<string | null, N[]>()
    for (const nodo of nodos) {
      const siblings = below.get(nodo.parent_id)
      if (siblings) siblings.push(nodo)
      else below.set(nodo.parent_id, [nodo])
    }
    this.#below = below
  }

  get size(): number {
    return this.#byId.size
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  below(id: string | null): readonly N[] {
    return this.#below.get(id) ?? []
  }

  /** Its ancestors, the top one first. */
  above(id: string): N[] {
    const parent = this.#byId.get(this.#byId.get(id)?.parent_id ?? '')
    return parent ? [...this.above(parent.id), parent] : []
  }

  /** Levels from it down, including itself. */
  levels(id: string): number {
    return 1 + Math.max(0, ...this.below(id).map((child) => this.levels(child.id)))
  }
}

export const treeOf = (arbol: Arbol<Nodo>, id: string | null = null): CategoriaNodo[] =>
  arbol.below(id).map((nodo) => ({ ...nodo, children: treeOf(arbol, nodo.id) }))
