import { readRenta } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import * as renta from './renta.service.ts'

/** As the declarations (O-32): hidden from USUARIO. */
export function registerRenta(router: Router, deps: Deps): void {
  router.on(readRenta, { roles: VENDEN }, ({ tx, session, query }) => renta.estimar(deps, tx, session, query.anio))
}
