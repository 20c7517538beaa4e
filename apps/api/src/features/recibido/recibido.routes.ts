import {
  acceptRecibido,
  clearRechazosRecibido,
  correctRecibido,
  ignoreRecibido,
  importRecibido,
  pedidosRecibido,
  pedirRecibidos,
  readRecibido,
  rechazosRecibido,
  RECIBIDO_MAX_BYTES,
  searchRecibido,
  takeGastoRecibido,
  xmlRecibido,
} from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { readUploads } from '../../plugins/peticion/upload.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as entrada from './entrada.service.ts'
import { readResumen } from './pedido.sql.ts'
import * as rechazo from './rechazo.service.ts'
import * as recibido from './recibido.service.ts'

export function registerRecibido(router: Router, deps: Deps): void {
  const leen = { roles: VENDEN }
  const registran = { ...leen, right: 'compra:registrar' } as const
  router.on(searchRecibido, leen, ({ tx, session, query }) => recibido.search(deps, tx, session, query))
  router.on(readRecibido, leen, ({ tx, session, params }) => recibido.read(deps, tx, session, params.id))
  router.onSession(xmlRecibido, leen, async ({ empresaId, params, reply }) => {
    const { clave, xml } = await inEmpresa(deps.db, empresaId, (tx) => recibido.readXml(tx, empresaId, params.id))
    return reply.type('application/xml; charset=utf-8').header('content-disposition', `attachment; filename="${clave}.xml"`).send(xml)
  })
  router.onSession(importRecibido, registran, async ({ session, request }) => {
    const pasa = async (name: string) => void (await entrada.refuseGrandes(deps, session, [name]))
    const { files, fields } = await readUploads(request, importRecibido, RECIBIDO_MAX_BYTES, pasa)
    return entrada.importar(deps, session, files, fields['grandes']?.split('\n') ?? [])
  })
  router.onSession(pedirRecibidos, registran, ({ session, body }) => entrada.pedir(deps, session, body.claves))
  router.on(pedidosRecibido, leen, async ({ tx, session }) => (await readResumen(tx, session)) ?? null)
  router.on(acceptRecibido, registran, ({ tx, session, params, body }) => recibido.accept(deps, tx, session, params.id, body))
  router.on(ignoreRecibido, registran, ({ tx, session, params, body }) => recibido.ignore(deps, tx, session, params.id, body.ignorado))
  router.on(correctRecibido, registran, ({ tx, session, params, body }) => recibido.correct(deps, tx, session, params.id, body))
  router.on(takeGastoRecibido, { ...registran, soporte: 'cerrada' }, ({ tx, session, params: { id }, body, request }) =>
    recibido.takeGasto(deps, tx, session, { id, idempotencyKey: requireIdempotencyKey(request) }, body.categoria),
  )
  router.on(rechazosRecibido, leen, ({ tx, session }) => rechazo.listRechazos(deps, tx, session))
  router.on(clearRechazosRecibido, registran, ({ tx, session }) => rechazo.clearRechazos(deps, tx, session))
}
