import {
  createEmpresa,
  disableUsuario,
  dropFactor,
  editPlan,
  enableUsuario,
  endSesiones,
  inviteAdministrador,
  reactivateEmpresa,
  readSaludCorreo,
  readSaludInstalacion,
  searchEmpresa,
  searchUsuario,
  sendRestablecer,
  suspendEmpresa,
} from '@yupana/contract'

import { empresaIdOf } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as empresas from './empresas.service.ts'
import * as salud from './salud.service.ts'
import * as usuarios from './usuarios.service.ts'

export function registerAdministracion(router: Router, deps: Deps): void {
  const plataforma = { roles: [ROL.SUPER_ADMIN], isPlataforma: true } as const

  router.onUsuario(searchEmpresa, plataforma, ({ session, query }) => empresas.search(deps, session, query))
  router.onUsuario(createEmpresa, plataforma, ({ session, body }) => empresas.create(deps, session, body))
  router.onUsuario(inviteAdministrador, plataforma, ({ session, params, body, request }) =>
    empresas.inviteAdministrador(deps, session, empresaIdOf(params.id), requireIdempotencyKey(request), body),
  )
  router.onUsuario(suspendEmpresa, plataforma, ({ session, body }) => empresas.suspend(deps, session, empresaIdOf(body.id), body.motivo))
  router.onUsuario(reactivateEmpresa, plataforma, ({ session, body }) =>
    empresas.reactivate(deps, session, empresaIdOf(body.id), body.motivo),
  )
  router.onUsuario(editPlan, plataforma, ({ session, body: { id, ...plan } }) => empresas.editPlan(deps, session, empresaIdOf(id), plan))

  router.onUsuario(searchUsuario, plataforma, ({ session, query }) => usuarios.search(deps, session, query))
  router.onUsuario(disableUsuario, plataforma, ({ session, body }) => usuarios.setActivo(deps, session, body.id, false, body.motivo))
  router.onUsuario(enableUsuario, plataforma, ({ session, body }) => usuarios.setActivo(deps, session, body.id, true, body.motivo))
  router.onUsuario(endSesiones, plataforma, ({ session, body }) => usuarios.endSesiones(deps, session, body.id))
  router.onUsuario(sendRestablecer, plataforma, ({ session, body, request }) =>
    usuarios.sendRestablecer(deps, session, body.id, request.ip),
  )
  router.onUsuario(dropFactor, plataforma, ({ session, body }) => usuarios.dropFactor(deps, session, body.id, body.motivo))

  router.onUsuario(readSaludInstalacion, plataforma, ({ session }) => salud.readSalud(deps, session))
  router.onUsuario(readSaludCorreo, plataforma, () => salud.readSaludCorreo(deps))
}
