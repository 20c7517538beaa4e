import {
  allTipoRimpe,
  allUsuario,
  changeAmbiente,
  confirmCondiciones,
  deleteLogo,
  LOGO_MAX_BYTES,
  readEmpresaPerfil,
  readLogo,
  saveEmpresaPerfil,
  saveLogo,
} from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ADMINISTRAN, TODOS } from '../../plugins/sesion/roles.ts'
import { forgetSession, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import type { Router } from '../../http/route.ts'
import * as empresa from './empresa.service.ts'
import * as sql from './empresa.sql.ts'
import { rehacer } from '../imagen/imagen.door.ts'
import { registerSeries } from './serie.routes.ts'

export function registerEmpresa(router: Router, deps: Deps): void {
  const editan = { roles: ADMINISTRAN, right: 'empresa:editar' } as const
  const autorOf = ({ empresaId, usuarioId }: SesionAbierta): empresa.Autor => ({ empresaId, usuarioId, en: deps.clock.now() })

  router.on(readEmpresaPerfil, { roles: TODOS }, ({ tx, empresaId }) => sql.readPerfil(tx, empresaId))
  router.onSession(saveEmpresaPerfil, editan, async ({ session, body }) => {
    const perfil = await inEmpresa(deps.db, session.empresaId, (tx) => empresa.save(tx, autorOf(session), body))
    forgetSession(deps, session.tokenHash)
    return perfil
  })
  router.onSession(changeAmbiente, editan, async ({ session, body }) => {
    const perfil = await inEmpresa(deps.db, session.empresaId, (tx) => empresa.changeAmbiente(tx, autorOf(session), body))
    forgetSession(deps, session.tokenHash)
    return perfil
  })

  router.on(confirmCondiciones, editan, ({ tx, session, body }) => empresa.confirmCondiciones(tx, autorOf(session), body))

  router.on(allTipoRimpe, { roles: TODOS }, () => empresa.TIPOS_RIMPE)
  router.on(readLogo, { roles: TODOS }, async ({ tx, empresaId, reply }) => {
    const { logo, logo_tipo } = await sql.readLogo(tx, empresaId)
    if (!logo) throw errors.notFound()
    return reply.type(logo_tipo ?? 'application/octet-stream').send(logo)
  })
  router.onSession(saveLogo, editan, async ({ session, request }) => {
    const logo = await rehacer(deps, session.empresaId, 'El logo', (await readUpload(request, saveLogo, LOGO_MAX_BYTES)).bytes)
    await inEmpresa(deps.db, session.empresaId, (tx) => empresa.saveLogo(tx, autorOf(session), logo))
  })
  router.on(deleteLogo, editan, ({ tx, session }) => empresa.saveLogo(tx, autorOf(session), null))

  router.on(allUsuario, { roles: ADMINISTRAN }, ({ tx }) => sql.allUsuario(tx))
  registerSeries(router, autorOf)
}
