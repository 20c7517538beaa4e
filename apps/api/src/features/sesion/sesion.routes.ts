import {
  authActivar,
  authBusiness,
  authCodigo,
  authCompanies,
  authConfirmar,
  authLogin,
  authLogout,
  authRenew,
  authResume,
  authSession,
  authSwitch,
  readEmpresaDeDocumento,
} from '@yupana/contract'
import type { FastifyRequest } from 'fastify'

import { empresaIdOf } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import { TODOS } from '../../plugins/sesion/roles.ts'
import type { Router } from '../../http/route.ts'
import { withCredenciales } from './credencial.service.ts'
import * as paso from './segundo-paso.service.ts'
import * as sesion from './sesion.service.ts'

const origenOf = ({ ip, headers }: FastifyRequest) => ({ red: ip, agente: headers['user-agent'] ?? '' })

export function registerSesion(router: Router, deps: Deps): void {
  const credencialDeps = withCredenciales(deps)

  router.onPublic(authBusiness, ({ body, request }) =>
    sesion.signIn(credencialDeps, { quien: body.email, encodedPassword: body.pass, ...origenOf(request) }),
  )
  router.onPublic(authLogin, ({ body, request }) =>
    sesion.signInTo(credencialDeps, empresaIdOf(body.idEmpresa), body.pase, {
      quien: body.username,
      encodedPassword: body.password,
      ...origenOf(request),
    }),
  )
  router.onPublic(authCodigo, ({ body, request }) => paso.complete(deps, body, origenOf(request), request))
  router.onPublic(authActivar, ({ body, request }) => paso.begin(deps, body.desafio, request))
  router.onPublic(authConfirmar, ({ body, request }) => paso.confirm(deps, body, origenOf(request), request))

  const cualquiera = { roles: TODOS }
  router.onUsuario(authLogout, { roles: TODOS, soporte: 'abierta', inactiva: true }, ({ session }) => sesion.close(deps, session))
  router.onUsuario(authRenew, cualquiera, ({ session, body, request }) => sesion.renew(credencialDeps, session, body.pass, request.ip))
  router.onUsuario(authResume, { roles: TODOS, soporte: 'abierta', inactiva: true }, ({ session, body, request }) =>
    sesion.resume(credencialDeps, session, body.pass, request.ip),
  )
  router.onUsuario(authSwitch, cualquiera, ({ session, body, request }) =>
    sesion.switchEmpresa(deps, session, empresaIdOf(body.idEmpresa), origenOf(request)),
  )
  router.onUsuario(readEmpresaDeDocumento, cualquiera, ({ session, params }) => sesion.empresaOfDocumento(deps, session, params.id))
  router.onUsuario(authCompanies, cualquiera, ({ session }) => sesion.companiesOf(deps, session))
  router.onUsuario(authSession, cualquiera, ({ session }) => sesion.current(deps, session))
}
