import { readCorreo, searchCartaCuenta, searchCorreo } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { ROL, VENDEN } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import { searchCartas } from './carta-cuenta.service.ts'
import * as correo from './correo.service.ts'

const venden = { roles: VENDEN }

export function registerCorreo(router: Router, deps: Deps): void {
  router.on(searchCorreo, venden, ({ tx, session, query }) => correo.searchCorreos(tx, session, query))
  router.on(readCorreo, venden, ({ tx, session, params }) => correo.readCarta(tx, session, params.id))
  router.onUsuario(searchCartaCuenta, { roles: [ROL.SUPER_ADMIN], isPlataforma: true }, ({ query }) => searchCartas(deps, query))
}
