import { assignedMenus } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { menusOfSession } from './menu.service.ts'

export function registerPermiso(router: Router, deps: Deps): void {
  router.onUsuario(assignedMenus, { roles: TODOS }, ({ session }) => menusOfSession(deps, session))
}
