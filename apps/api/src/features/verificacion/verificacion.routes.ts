import { cancelCorreo, resendCorreo, verifyCorreo } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import * as verificacion from './verificacion.service.ts'

export function registerVerificacion(router: Router, deps: Deps): void {
  router.onUsuario(verifyCorreo, { roles: TODOS, limite: LIMITES.verificarCorreo }, ({ session, body }) =>
    verificacion.verify(deps, session, body.codigo),
  )
  router.onUsuario(resendCorreo, { roles: TODOS, limite: LIMITES.correoPropio }, ({ session }) => verificacion.resend(deps, session))
  router.onUsuario(cancelCorreo, { roles: TODOS }, ({ session }) => verificacion.cancel(deps, session))
}
