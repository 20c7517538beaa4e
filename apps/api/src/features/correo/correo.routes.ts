import {
  editAjusteCorreo,
  previewCorreo,
  readAjusteCorreo,
  readCorreo,
  searchCartaCuenta,
  searchCorreo,
  sendCorreoPrueba,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { ADMINISTRAN, ROL, VENDEN } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import * as ajuste from './ajuste-correo.service.ts'
import { searchCartas } from '../carta/carta.door.ts'
import * as correo from './correo.service.ts'

const venden = { roles: VENDEN }
const editan = { roles: ADMINISTRAN, right: 'empresa:editar' } as const

export function registerCorreo(router: Router, deps: Deps): void {
  router.on(searchCorreo, venden, ({ tx, session, query }) => correo.searchCorreos(tx, session, query))
  router.on(readCorreo, venden, ({ tx, session, params }) => correo.readCarta(deps, tx, session, params.id))
  router.on(readAjusteCorreo, { roles: ADMINISTRAN }, ({ tx, session }) => ajuste.read(deps, tx, session))
  // Copies of all documents go to a typed address: support sets none.
  router.on(editAjusteCorreo, { ...editan, soporte: 'cerrada' }, ({ tx, session, body }) => ajuste.save(deps, tx, session, body))
  router.onSession(previewCorreo, editan, ({ session, body }) => ajuste.preview(deps, session, body.clase, body.ajuste))
  router.onSession(sendCorreoPrueba, { ...editan, limite: LIMITES.correoPrueba }, ({ session, body }) =>
    ajuste.sendPrueba(deps, session, body.clase, body.ajuste),
  )
  router.onUsuario(searchCartaCuenta, { roles: [ROL.SUPER_ADMIN], isPlataforma: true }, ({ query }) => searchCartas(deps, query))
}
