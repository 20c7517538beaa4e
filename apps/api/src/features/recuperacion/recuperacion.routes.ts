import { recoverPass, resetPass, validateResetCode } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { withCredenciales } from '../sesion/sesion.door.ts'
import * as recuperacion from './recuperacion.service.ts'

export function registerRecuperacion(router: Router, deps: Deps): void {
  const credencialDeps = withCredenciales(deps)

  router.onPublic(recoverPass, ({ body, request }) => recuperacion.recover(deps, body.email, request.ip))
  router.onPublic(validateResetCode, ({ params, request }) => recuperacion.checkCodigo(deps, params.code, request.ip))
  router.onPublic(resetPass, ({ body, request }) => recuperacion.reset(credencialDeps, body, request.ip))
}
