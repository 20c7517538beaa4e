import { archivoTrabajo, cancelTrabajo, listTrabajo, readTrabajo } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { findArchivo, sendArchivo } from '../archivo/archivo.door.ts'
import * as trabajo from './trabajo.service.ts'

/** Jobs of the user; the concept of each kind starts them. */
export function registerTrabajo(router: Router, deps: Deps): void {
  const now = () => deps.clock.now()
  router.on(listTrabajo, { roles: VENDEN }, ({ tx, session }) => trabajo.list(tx, session, now()))
  router.on(readTrabajo, { roles: VENDEN }, ({ tx, session, params }) => trabajo.read(tx, session, params.id, now()))
  router.on(cancelTrabajo, { roles: VENDEN, soporte: 'abierta' }, ({ tx, session, params }) =>
    trabajo.cancel(tx, session, params.id, now()),
  )
  router.onSession(archivoTrabajo, { roles: VENDEN }, async ({ session, empresaId, params, reply }) => {
    const { archivo, nombre } = await inEmpresa(deps.db, empresaId, async (tx) => {
      const { archivoId, nombre } = await trabajo.resultado(tx, session, params.id, now())
      return { archivo: await findArchivo(tx, empresaId, archivoId), nombre }
    })
    if (!archivo) throw errors.notFound()
    return sendArchivo(deps, reply, empresaId, archivo, nombre)
  })
}
