import type { Menu, MenusEmpleado } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { Rol, SesionAbierta } from '../../plugins/session.ts'
import { isAsignable, isFijo, menusOf, offerableMenus } from './menus.ts'
import { readMenusAsignados } from './sesion.sql.ts'

/** The routes of a person in a company as they are now. */
export const menusDe = async (tx: Tx, { empresaId, usuarioId, rol }: Pick<SesionAbierta, 'empresaId' | 'usuarioId' | 'rol'>): Promise<Menu[]> =>
  menusOf(rol, await readMenusAsignados(tx, empresaId, usuarioId))

/** What of all menus a person has, and what may still be given. */
export function arbolDe(rol: Rol, asignados: readonly string[] | null): MenusEmpleado {
  const present = menusOf(rol, asignados)
  const asignable = isAsignable(rol)
  return {
    asignable,
    propios: asignable && asignados !== null,
    menus: offerableMenus(rol).map((menu) => ({ ...menu, asignado: present.some(({ to }) => to === menu.to), fijo: !asignable || isFijo(menu) })),
  }
}

/** Of these routes, those that cannot be assigned to this role; all of them where nothing can. */
export const unassignableOf = (rol: Rol, menus: readonly string[]): string[] =>
  menus.filter((to) => !isAsignable(rol) || !offerableMenus(rol).some((menu) => menu.to === to))
