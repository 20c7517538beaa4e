import { applyCarga, CARGA_MAX_BYTES, readCarga, readPlantilla, searchErrorCarga, uploadProductos } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/roles.ts'
import { mayDo, type SesionAbierta } from '../../plugins/session.ts'
import { readUpload } from '../../plugins/upload.ts'
import { requireKey } from '../idempotencia/idempotencia.door.ts'
import { PLANTILLA } from './carga-fila.ts'
import * as carga from './carga.service.ts'
import { searchErrores } from './carga.sql.ts'
import type { Autor } from './producto.service.ts'

const TIPOS = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv; charset=utf-8' } as const

/** Uploads change prices, and with one right more create products. */
export function registerCarga(router: Router, deps: Deps, autorOf: (session: SesionAbierta) => Autor): void {
  const editan = { roles: VENDEN, right: 'producto:editar' } as const
  const mayCreate = (session: SesionAbierta) => mayDo(session, 'producto:crear')
  router.onSession(uploadProductos, editan, async ({ session, empresaId, query, request }) => {
    const tipo = query.type_upload_id
    if (tipo === 1 && !mayCreate(session)) throw errors.forbidden()
    const clave = requireKey(request)
    const { filename, bytes } = await readUpload(request, uploadProductos, CARGA_MAX_BYTES)
    return inEmpresa(deps.db, empresaId, (tx) => carga.upload(tx, autorOf(session), clave, { tipo, filename, bytes }))
  })
  router.onSession(readPlantilla, editan, async ({ session, query: { type_upload_id: tipo, formato }, reply }) => {
    const bytes = await carga.plantilla(tipo, autorOf(session).veCosto, formato)
    return reply.type(TIPOS[formato]).header('content-disposition', `attachment; filename="${PLANTILLA[tipo]}.${formato}"`).send(bytes)
  })
  router.on(readCarga, editan, ({ tx, session, params }) => carga.read(tx, autorOf(session), params.id))
  router.on(searchErrorCarga, editan, async ({ tx, session, empresaId, params, query }) => {
    await carga.read(tx, autorOf(session), params.id)
    return searchErrores(tx, empresaId, params.id, query)
  })
  router.on(applyCarga, editan, ({ tx, session, params }) => carga.apply(tx, autorOf(session), params.id, mayCreate(session)))
}
