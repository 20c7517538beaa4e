import type { RolListado, RolNombrado } from '@yupana/contract'

import { ROL, TODOS, type Rol } from '../../plugins/sesion/roles.ts'
import { collectionsOf, permitidasOf } from './collection.ts'

const NOMBRES = new Map<number, string>(Object.entries(ROL).map(([name, id]) => [id, name]))

export const rolNombrado = (id: number): RolNombrado => ({ id, name: NOMBRES.get(id) ?? '' })

/** SUPER_ADMIN stands above ADMIN, and ADMIN above the rest, who are equals. */
const rank = (rol: number): number => (rol === ROL.SUPER_ADMIN ? 2 : rol === ROL.ADMIN ? 1 : 0)

export const isAbove = (rol: number, other: number): boolean => rank(rol) > rank(other)

/** Every role; a company may give all but SUPER_ADMIN. */
export const listRoles = (): RolListado[] =>
  TODOS.map((rol: Rol) => ({
    ...rolNombrado(rol),
    asignable: rol !== ROL.SUPER_ADMIN,
    collections: collectionsOf(rol),
    permitidas: permitidasOf(rol),
  }))
