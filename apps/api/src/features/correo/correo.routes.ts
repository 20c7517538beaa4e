import { readCorreo, searchCorreo } from '@yupana/contract'

import { VENDEN } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import * as correo from './correo.service.ts'

const venden = { roles: VENDEN }

export function registerCorreo(router: Router): void {
  router.on(searchCorreo, venden, ({ tx, session, query }) => correo.searchCorreos(tx, session, query))
  router.on(readCorreo, venden, ({ tx, session, params }) => correo.readCarta(tx, session, params.id))
}
