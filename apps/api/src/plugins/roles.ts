/** Role ids of the specification. */
export const ROL = { SUPER_ADMIN: 0, ADMIN: 1, USUARIO: 2, VENDEDOR: 3, EMPLEADO: 4 } as const
export type Rol = (typeof ROL)[keyof typeof ROL]
export const TODOS: readonly Rol[] = Object.values(ROL)
export const ADMINISTRAN: readonly Rol[] = [ROL.SUPER_ADMIN, ROL.ADMIN]
export const VENDEN: readonly Rol[] = [ROL.SUPER_ADMIN, ROL.ADMIN, ROL.VENDEDOR, ROL.EMPLEADO]
