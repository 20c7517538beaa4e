import { addAdjunto, ADJUNTO_MAX_BYTES, deleteAdjunto, readAdjunto, readAnotacion, saveNotaInterna } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import * as anotacion from './anotacion.service.ts'

// Reading the company's documents includes their annotations; making documents includes writing them.
export function registerAnotacion(router: Router, deps: Deps): void {
  const leen = { roles: VENDEN }
  const anotan = { ...leen, right: 'documento:crear' } as const
  const autorOf = ({ empresaId, usuarioId }: SesionAbierta): anotacion.Autor => ({ empresaId, usuarioId, en: deps.clock.now() })

  router.on(readAnotacion, leen, ({ tx, empresaId, params }) => anotacion.read(tx, empresaId, params.id))
  router.on(saveNotaInterna, anotan, ({ tx, session, params, body }) => anotacion.saveNota(tx, autorOf(session), params.id, body))
  router.onSession(addAdjunto, anotan, ({ session, params, request }) =>
    anotacion.attach(deps, autorOf(session), params.id, () => readUpload(request, addAdjunto, ADJUNTO_MAX_BYTES)),
  )
  router.onSession(readAdjunto, leen, ({ empresaId, params, reply }) => anotacion.show(deps, reply, empresaId, params.id))
  router.on(deleteAdjunto, anotan, ({ tx, session, params }) => anotacion.remove(tx, autorOf(session), params.id))
}
