import { beginFactor, confirmFactor, readFactor, removeFactor, renewCodigos } from '@yupana/contract'

import { LIMITES } from '../../plugins/limites/limites.ts'
import { TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { readEstado } from '../segundo-factor/segundo-factor.door.ts'
import * as factor from './factor.service.ts'
import type { PerfilDeps } from './perfil.service.ts'

export function registerFactor(router: Router, deps: PerfilDeps): void {
  const cualquiera = { roles: TODOS }
  const conCodigo = { roles: TODOS, limite: LIMITES.segundoFactor }

  router.onUsuario(readFactor, cualquiera, ({ session }) => readEstado(deps, session))
  router.onUsuario(beginFactor, cualquiera, ({ session, body, request }) => factor.begin(deps, session, body.pass, request.ip))
  router.onUsuario(confirmFactor, conCodigo, ({ session, body, request }) => factor.confirm(deps, session, body.codigo, request.ip))
  router.onUsuario(renewCodigos, conCodigo, ({ session, body, request }) => factor.renewCodigos(deps, session, body, request.ip))
  router.onUsuario(removeFactor, conCodigo, ({ session, body, request }) => factor.remove(deps, session, body, request.ip))
}
