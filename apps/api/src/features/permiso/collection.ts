import { COLLECTIONS, type Collection } from '@yupana/contract'

import { ROL, type Rol } from '../../plugins/sesion/roles.ts'

const VENDEDOR: readonly Collection[] = [
  'documento:crear',
  'documento:emitir',
  'cotizacion:crear',
  'cotizacion:editar',
  'persona:crear',
  'persona:editar',
  'caja:abrir',
]

const POR_ROL: Readonly<Record<Rol, readonly Collection[]>> = {
  [ROL.SUPER_ADMIN]: COLLECTIONS,
  [ROL.ADMIN]: COLLECTIONS,
  [ROL.USUARIO]: [],
  [ROL.VENDEDOR]: VENDEDOR,
  [ROL.EMPLEADO]: [],
}

/** Calls with these rights also need an administrator: for other roles the right would have no effect. */
const DE_ADMINISTRADOR: readonly Collection[] = ['empresa:editar', 'certificado:administrar', 'serie:editar', 'empleado:administrar']
const DE_TRABAJO = COLLECTIONS.filter((right) => !DE_ADMINISTRADOR.includes(right))

const PERMITIDAS: Readonly<Record<Rol, readonly Collection[]>> = {
  [ROL.SUPER_ADMIN]: COLLECTIONS,
  [ROL.ADMIN]: COLLECTIONS,
  [ROL.USUARIO]: [],
  [ROL.VENDEDOR]: DE_TRABAJO,
  [ROL.EMPLEADO]: DE_TRABAJO,
}

/** Rights a new member of a company starts with (O-08); they are stored with the membership and may change there. */
export const collectionsOf = (rol: Rol): Collection[] => [...POR_ROL[rol]]

/** Rights that a role may get. */
export const permitidasOf = (rol: Rol): Collection[] => [...PERMITIDAS[rol]]
