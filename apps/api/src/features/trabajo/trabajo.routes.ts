import { cancelTrabajo, downloadTrabajo, listTrabajo, readTrabajo } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import * as archivo from './trabajo-archivo.service.ts'
import * as trabajo from './trabajo.service.ts'

/** Jobs of the user; the concept of each kind starts them. */
export function registerTrabajo(router: Router, deps: Deps): void {
  const now = () => deps.clock.now()
  router.on(listTrabajo, { roles: VENDEN }, ({ tx, session }) => trabajo.list(tx, session, now()))
  router.on(readTrabajo, { roles: VENDEN }, ({ tx, session, params }) => trabajo.read(tx, session, params.id, now()))
  router.on(cancelTrabajo, { roles: VENDEN, soporte: 'abierta' }, ({ tx, session, params }) =>
    trabajo.cancel(tx, session, params.id, now()),
  )
  router.onSession(downloadTrabajo, { roles: VENDEN, soporte: 'abierta' }, ({ session, empresaId, params }) =>
    archivo.giveTrabajo(deps, session, empresaId, params.id),
  )
}
