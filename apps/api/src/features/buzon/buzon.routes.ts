import { deleteBuzon, estadoBuzon, leerBuzon, probarBuzon, readBuzon, saveBuzon } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { ADMINISTRAN, VENDEN } from '../../plugins/sesion/roles.ts'
import * as buzon from './buzon.service.ts'

/** Issue 14: the mailbox whose attachments enter the inbox of received documents. */
export function registerBuzon(router: Router, deps: Deps): void {
  // The form has a password, and the server connects to the given address: support does neither.
  const editan = { roles: ADMINISTRAN, right: 'empresa:editar', soporte: 'cerrada' } as const
  router.on(readBuzon, { roles: ADMINISTRAN }, ({ tx, empresaId }) => buzon.read(deps, tx, empresaId))
  router.on(saveBuzon, editan, ({ tx, session, body }) => buzon.save(deps, tx, session, body))
  // No connection of the database is held while the mail server is called.
  router.onSession(probarBuzon, { ...editan, limite: LIMITES.buzon }, ({ empresaId, body }) => buzon.probar(deps, empresaId, body))
  router.on(deleteBuzon, editan, ({ tx, session }) => buzon.remove(deps, tx, session))
  router.on(leerBuzon, { roles: VENDEN, right: 'compra:registrar', limite: LIMITES.buzon }, ({ tx, empresaId }) =>
    buzon.leer(deps, tx, empresaId),
  )
  router.on(estadoBuzon, { roles: VENDEN }, ({ tx, empresaId }) => buzon.readEstado(deps, tx, empresaId))
}
