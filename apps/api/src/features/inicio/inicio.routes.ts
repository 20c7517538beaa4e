import { readInicio, readPendientes } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import * as inicio from './inicio.service.ts'

export function registerInicio(router: Router, deps: Deps): void {
  router.on(readInicio, { roles: TODOS }, ({ tx, session }) => inicio.readInicio(deps, tx, session))
  router.on(readPendientes, { roles: TODOS }, ({ tx, session }) => inicio.readPendientes(deps, tx, session))
}
