import { readCifras, readTopProductos } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/roles.ts'
import * as cifras from './cifras.service.ts'

export function registerCifras(router: Router, deps: Deps): void {
  router.on(readCifras, { roles: VENDEN }, ({ tx, session, query }) => cifras.readCifras(deps, tx, session, query))
  router.on(readTopProductos, { roles: VENDEN }, ({ tx, session, query }) => cifras.readTop(tx, session, query))
}
