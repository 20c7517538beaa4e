import type { MenuEmpleado } from '@yupana/contract'

import { menuTreeOf } from '../../domain/menu/menu-tree.ts'
import { plainText } from '../../lib/formato/plain-text.ts'

export interface Hoja {
  to: string
  label: string
  fijo: boolean
}

export interface Rama {
  label: string
  hojas: readonly Hoja[]
}

/** A group with its entries, or a single entry. */
export type Nodo = Rama | Hoja

export const isRama = (nodo: Nodo): nodo is Rama => 'hojas' in nodo

/** Menus in the groups of the side menu; the search looks in names of entries and groups. */
export function nodosOf(menus: readonly MenuEmpleado[], q: string): Nodo[] {
  const isFijo = (to: string) => menus.some((menu) => menu.to === to && menu.fijo)
  const matches = (label: string) => plainText(label).includes(plainText(q.trim()))
  const hoja = ({ to = '', label }: { to?: string; label: string }): Hoja => ({ to, label, fijo: isFijo(to) })
  return menuTreeOf(menus).flatMap((item): Nodo[] => {
    if (!item.items) return matches(item.label) ? [hoja(item)] : []
    const hojas = item.items.filter(({ label }) => matches(item.label) || matches(label)).map(hoja)
    return hojas.length > 0 ? [{ label: item.label, hojas }] : []
  })
}

export type Marca = boolean | 'mixed'

export const hojasOf = (nodo: Nodo): readonly Hoja[] => (isRama(nodo) ? nodo.hojas : [nodo])

export function marcaOf(nodo: Nodo, isOn: (hoja: Hoja) => boolean): Marca {
  const hojas = hojasOf(nodo)
  const on = hojas.filter(isOn).length
  return on === hojas.length ? true : on === 0 ? false : 'mixed'
}

/** Chosen entries after pressing a node: a mixed group is completed, a full one is emptied. Fixed entries do not change. */
export function pressed(chosen: readonly string[], nodo: Nodo): string[] {
  const free = hojasOf(nodo)
    .filter(({ fijo }) => !fijo)
    .map(({ to }) => to)
  const isFull = free.every((to) => chosen.includes(to))
  return isFull ? chosen.filter((to) => !free.includes(to)) : [...new Set([...chosen, ...free])]
}

/** Number of differing entries. */
export const changesBetween = (before: readonly string[], after: readonly string[]): number =>
  before.filter((to) => !after.includes(to)).length + after.filter((to) => !before.includes(to)).length
