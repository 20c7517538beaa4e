import { assignedMenus, authBusiness, authCompanies, authLogin, authLogout, authRenew, authSession, authSwitch } from '@yupana/contract'

import { codecKeyOf } from '../../codec-key.ts'
import { loadClaveMaestra } from '../../config-clave-maestra.ts'
import type { Deps } from '../../deps.ts'
import { TODOS } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import { createContrasenas } from './contrasena.service.ts'
import { menusDe } from './menu.service.ts'
import * as sesion from './sesion.service.ts'

export function registerSesion(router: Router, deps: Deps): void {
  const claveMaestra = loadClaveMaestra(deps.config)
  const credencialDeps = { ...deps, contrasenas: createContrasenas(claveMaestra), codecKeys: [codecKeyOf(claveMaestra)] }

  router.onPublic(authBusiness, ({ body, request }) =>
    sesion.signIn(credencialDeps, { quien: body.email, clave: body.pass, red: request.ip }))
  router.onPublic(authLogin, ({ body, request }) =>
    sesion.signInTo(credencialDeps, body.idEmpresa, { quien: body.username, clave: body.password, red: request.ip }))

  const cualquiera = { roles: TODOS }
  router.onSession(authLogout, cualquiera, ({ session }) => sesion.close(deps, session))
  router.onSession(authRenew, cualquiera, ({ session, body, request }) => sesion.renew(credencialDeps, session, body.pass, request.ip))
  router.onSession(authSwitch, cualquiera, ({ session, body, request }) => sesion.switchEmpresa(deps, session, body.idEmpresa, request.ip))
  router.onSession(authCompanies, cualquiera, ({ session }) => sesion.companiesOf(deps, session))
  router.on(authSession, cualquiera, ({ tx, session }) => sesion.current(deps, tx, session))
  router.on(assignedMenus, cualquiera, ({ tx, session }) => menusDe(tx, session))
}
