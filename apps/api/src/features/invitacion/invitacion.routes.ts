import {
  acceptInvitacion,
  acceptInvitacionAqui,
  deleteInvitacion,
  readInvitacion,
  searchInvitacion,
  sendInvitacion,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { ADMINISTRAN, TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import { withCredenciales } from '../sesion/sesion.door.ts'
import { accept, acceptHere } from './aceptar.service.ts'
import * as invitacion from './invitacion.service.ts'

export function registerInvitacion(router: Router, deps: Deps): void {
  const aceptarDeps = withCredenciales(deps)
  const administran = { roles: ADMINISTRAN, right: 'empleado:administrar' } as const

  router.on(searchInvitacion, administran, ({ tx, empresaId, query }) => invitacion.search(deps, tx, empresaId, query))
  router.on(sendInvitacion, { ...administran, limite: LIMITES.invitacion }, ({ tx, session, body, request }) =>
    invitacion.send(deps, tx, session, requireIdempotencyKey(request), body),
  )
  router.on(deleteInvitacion, administran, ({ tx, session, params }) => invitacion.remove(deps, tx, session, params.id))
  router.onPublic(readInvitacion, ({ body, request }) => invitacion.show(deps, body.token, request.ip))
  router.onPublic(acceptInvitacion, ({ body, request }) => accept(aceptarDeps, body, request))
  router.onUsuario(acceptInvitacionAqui, { roles: TODOS }, ({ session, body, request }) =>
    acceptHere(aceptarDeps, session, body.token, request.ip),
  )
}
