import { allowSoporte, impersonationLogin, readSoporte, requestImpersonacion } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ADMINISTRAN, ROL } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import * as impersonacion from './impersonacion.service.ts'

export function registerImpersonacion(router: Router, deps: Deps): void {
  router.onPublic(impersonationLogin, ({ params, body, request }) => {
    if (params.accessToken !== body.accessToken) throw errors.badImpersonation()
    return impersonacion.redeem(deps, body.accessToken, request.ip)
  })
  router.onUsuario(requestImpersonacion, { roles: [ROL.SUPER_ADMIN], isPlataforma: true }, ({ session, body }) =>
    impersonacion.request(deps, session, body),
  )

  router.on(readSoporte, { roles: ADMINISTRAN }, ({ tx, empresaId }) => impersonacion.readSoporte(deps, tx, empresaId))
  // Support cannot give itself the permission.
  router.on(allowSoporte, { roles: [ROL.ADMIN], right: 'empresa:editar', soporte: 'cerrada' }, ({ tx, session, body }) =>
    impersonacion.allow(deps, tx, session, body.permitido),
  )
}
