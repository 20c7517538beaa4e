// Menus and rights of a role.
export { collectionsOf, permitidasOf } from './collection.ts'
export { menusDe } from './menu.service.ts'
export { arbolDe, MENUS_SIN_EMPRESA, unassignableOf } from './menus.ts'
export { isAbove, listRoles, rolNombrado } from './rol.ts'
