import { recoverPass, resetPass, validateResetCode } from '@yupana/contract'

import { codecKeyOf } from '../../codec-key.ts'
import { loadClaveContrasenas, loadClaveMaestra } from '../../config-clave-maestra.ts'
import type { Deps } from '../../deps.ts'
import type { Router } from '../../route.ts'
import { createContrasenas } from '../sesion/contrasena.service.ts'
import * as recuperacion from './recuperacion.service.ts'

export function registerRecuperacion(router: Router, deps: Deps): void {
  const claveMaestra = loadClaveMaestra(deps.config)
  const claveDeps = { ...deps, contrasenas: createContrasenas(loadClaveContrasenas(deps.config)), codecKeys: [codecKeyOf(claveMaestra)] }

  router.onPublic(recoverPass, ({ body, request }) => recuperacion.recover(deps, body.email, request.ip))
  router.onPublic(validateResetCode, ({ params, request }) => recuperacion.checkCodigo(deps, params.code, request.ip))
  router.onPublic(resetPass, ({ body, request }) => recuperacion.reset(claveDeps, body, request.ip))
}
