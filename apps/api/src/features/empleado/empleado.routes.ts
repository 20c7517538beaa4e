import { allEmpleado, assignMenu, deleteEmpleado, editEmpleado, listRol, menusEmpleado, toggleEmpleado } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { ADMINISTRAN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { listRoles } from '../permiso/permiso.door.ts'
import * as empleado from './empleado.service.ts'

export function registerEmpleado(router: Router, deps: Deps): void {
  const administran = { roles: ADMINISTRAN, right: 'empleado:administrar' } as const

  router.on(allEmpleado, administran, ({ tx, session }) => empleado.all(tx, session))
  router.onSession(toggleEmpleado, administran, ({ session, params }) => empleado.toggle(deps, session, params.id))
  router.onSession(deleteEmpleado, administran, ({ session, params }) => empleado.remove(deps, session, params.id))
  router.on(menusEmpleado, administran, ({ tx, params }) => empleado.menus(tx, params.id))
  router.on(assignMenu, administran, ({ tx, session, body }) => empleado.assign(deps, tx, session, body))
  router.onSession(editEmpleado, administran, ({ session, params, body }) => empleado.edit(deps, session, params.id, body))
  router.onSession(listRol, administran, () => listRoles())
}
