import { ROL, type Rol } from '@yupana/fiscal'

export { ROL, type Rol }
export const TODOS: readonly Rol[] = Object.values(ROL)
export const ADMINISTRAN: readonly Rol[] = [ROL.SUPER_ADMIN, ROL.ADMIN]
export const VENDEN: readonly Rol[] = [ROL.SUPER_ADMIN, ROL.ADMIN, ROL.VENDEDOR, ROL.EMPLEADO]
