import {
  AVATAR_MAX_BYTES,
  changePassword,
  closeSesion,
  closeSesiones,
  deleteAvatar,
  editPerfil,
  passwordRequirements,
  readAvatar,
  readPerfil,
  readSesiones,
  saveAvatar,
} from '@yupana/contract'
import { PASSWORD_MINIMUM } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { TODOS } from '../../plugins/sesion/roles.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import type { Router } from '../../http/route.ts'
import { rehacer } from '../imagen/imagen.door.ts'
import { withCredenciales } from '../sesion/sesion.door.ts'
import { registerFactor } from './factor.routes.ts'
import * as perfil from './perfil.service.ts'
import * as sql from './perfil.sql.ts'

export function registerPerfil(router: Router, deps: Deps): void {
  const credencialDeps = withCredenciales(deps)
  const cualquiera = { roles: TODOS }

  // Also needed without a session, for setting a forgotten password.
  router.onPublic(passwordRequirements, () => ({ min_length: PASSWORD_MINIMUM.strong, lowercase: true, uppercase: true, digit: true }))
  router.onUsuario(readPerfil, cualquiera, ({ session }) => perfil.read(deps, session))
  router.onUsuario(editPerfil, cualquiera, ({ session, body, request }) => perfil.edit(credencialDeps, session, body, request))
  router.onUsuario(changePassword, cualquiera, ({ session, body, request }) =>
    perfil.changePassword(credencialDeps, session, body, request.ip),
  )

  router.onUsuario(readAvatar, cualquiera, async ({ session, reply }) => {
    const found = await sql.readAvatar(deps.db, session, deps.clock.now())
    if (!found) throw errors.notFound()
    return reply.type(found.avatar_tipo).send(found.avatar)
  })
  router.onUsuario(saveAvatar, cualquiera, async ({ session, request }) => {
    const { bytes } = await readUpload(request, saveAvatar, AVATAR_MAX_BYTES)
    return perfil.saveAvatar(deps, session, await rehacer(deps, session.usuarioId, 'El avatar', bytes))
  })
  router.onUsuario(deleteAvatar, cualquiera, ({ session }) => perfil.saveAvatar(deps, session, null))

  router.onUsuario(readSesiones, cualquiera, ({ session }) => perfil.sesionesOf(deps, session))
  router.onUsuario(closeSesiones, cualquiera, ({ session }) => perfil.closeOthers(deps, session))
  router.onUsuario(closeSesion, cualquiera, ({ session, params }) => perfil.closeOne(deps, session, params.id))
  registerFactor(router, credencialDeps)
}
