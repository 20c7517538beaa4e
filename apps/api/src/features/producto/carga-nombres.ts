import { foldCelda } from '../carga/carga.door.ts'
import type { Nombrado } from './carga-producto.sql.ts'
import { NOMBRA, type Nombra } from './producto.sql.ts'

const QUE = { category_id: 'la categoría', brand_id: 'la marca', unit_id: 'la unidad' } as const

/** «Bebidas > Café» without differences of case, accents or spaces. */
const keyOf = (text: string): string => text.split('>').map(foldCelda).join('>')

/** A name with all its ancestors, the highest first. */
function caminoOf(nodo: Nombrado, byId: ReadonlyMap<string, Nombrado>): string[] {
  const names: string[] = []
  for (let at: Nombrado | undefined = nodo; at && names.length < 50; at = at.parent_id === null ? undefined : byId.get(at.parent_id))
    names.unshift(keyOf(at.name))
  return names
}

type Hallado = { id: string } | { message: string }

/** Categories, brands and units by their names in a sheet; a category also by its ancestors. */
export class Nombres {
  /** By the whole path from the top, and by each end of it. */
  readonly #enteros = new Map<string, string>()
  readonly #finales = new Map<string, string[]>()

  constructor(nombrados: Readonly<Record<Nombra, readonly Nombrado[]>>) {
    for (const campo of NOMBRA) {
      const byId = new Map(nombrados[campo].map((uno) => [uno.id, uno]))
      for (const nodo of nombrados[campo]) {
        const camino = caminoOf(nodo, byId)
        this.#enteros.set(`${campo} ${camino.join('>')}`, nodo.id)
        camino.forEach((_, at) => {
          const key = `${campo} ${camino.slice(at).join('>')}`
          this.#finales.set(key, [...(this.#finales.get(key) ?? []), nodo.id])
        })
      }
    }
  }

  find(campo: Nombra, text: string): Hallado {
    const key = `${campo} ${keyOf(text)}`
    const [id, ...others] = this.#finales.get(key) ?? []
    const entero = this.#enteros.get(key) ?? (others.length === 0 ? id : undefined)
    if (entero !== undefined) return { id: entero }
    const said = text.slice(0, 60)
    if (id === undefined) return { message: `No existe ${QUE[campo]} «${said}»: regístrela antes, o deje la celda vacía.` }
    return { message: `Hay varias categorías «${said}»: escriba también la de encima, como «Bebidas > ${said}».` }
  }
}
