import {
  configGeneral,
  deleteLogoSistema,
  editSistema,
  LOGO_MAX_BYTES,
  readLogoSistema,
  readSistema,
  salud,
  saveLogoSistema,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import type { Router } from '../../http/route.ts'
import { VERSION } from '../../instalacion/version.ts'
import { rehacer } from '../imagen/imagen.door.ts'
import * as sql from './sistema.sql.ts'

export function registerSistema(router: Router, { db, clock, imprenta }: Deps): void {
  const operador = { roles: [ROL.SUPER_ADMIN], isPlataforma: true }

  router.onPublic(configGeneral, () => sql.readLinks(db))

  router.onPublic(salud, async () => {
    const { cercada } = await sql.readCerco(db)
    return { estado: 'ok' as const, baseDatos: true, version: VERSION, hora: clock.now().toISOString(), cercado: cercada }
  })

  router.onPublic(readLogoSistema, async ({ reply }) => {
    const { logo, logo_tipo } = await sql.readLogo(db)
    if (!logo) throw errors.notFound()
    return reply
      .type(logo_tipo ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=86400')
      .send(logo)
  })

  router.onUsuario(readSistema, operador, () => sql.readSistema(db))
  router.onUsuario(editSistema, operador, async ({ body: { version, ...form } }) => {
    if (!(await sql.updateSistema(db, version, form))) throw errors.conflict()
    return sql.readSistema(db)
  })
  router.onUsuario(saveLogoSistema, operador, async ({ session, request }) => {
    const { bytes } = await readUpload(request, saveLogoSistema, LOGO_MAX_BYTES)
    return sql.updateLogo(db, await rehacer({ imprenta }, session.usuarioId, 'El logo de la instalación', bytes))
  })
  router.onUsuario(deleteLogoSistema, operador, () => sql.updateLogo(db, null))
}
