import type { CategoriaNodo } from '@yupana/contract'

import { plainText } from '../../lib/formato/plain-text.ts'

/** A category as a row of the tree. */
export interface Fila {
  nodo: CategoriaNodo
  level: number
  position: number
  of: number
  /** Undefined for a category without children. */
  isOpen: boolean | undefined
}

interface Busca {
  q: string
  status: string | undefined
}

/** Categories that match the search, with their ancestors; all of them without a search. */
export function narrowed(nodos: readonly CategoriaNodo[], busca: Busca): CategoriaNodo[] {
  const words = plainText(busca.q)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0 && !busca.status) return [...nodos]
  return nodos.flatMap((nodo) => {
    const children = narrowed(nodo.children, busca)
    const text = plainText(`${nodo.name} ${nodo.description ?? ''}`)
    const isMeant = (!busca.status || nodo.status === busca.status) && words.every((word) => text.includes(word))
    return isMeant || children.length > 0 ? [{ ...nodo, children }] : []
  })
}

export const filasOf = (nodos: readonly CategoriaNodo[], isOpen: (id: string) => boolean, level = 1): Fila[] =>
  nodos.flatMap((nodo, at) => {
    const fila = { nodo, level, position: at + 1, of: nodos.length }
    if (nodo.children.length === 0) return [{ ...fila, isOpen: undefined }]
    const open = isOpen(nodo.id)
    return [{ ...fila, isOpen: open }, ...(open ? filasOf(nodo.children, isOpen, level + 1) : [])]
  })
