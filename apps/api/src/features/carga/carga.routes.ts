import {
  applyCarga,
  applyCargaPersonas,
  CARGA_MAX_BYTES,
  readCarga,
  readCargaPersonas,
  readPlantilla,
  readPlantillaPersonas,
  searchErrorCarga,
  searchErrorCargaPersonas,
  TIPO_CARGA_PERSONAS,
  uploadPersonas,
  uploadProductos,
  type Collection,
  type TipoCarga,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { readUpload } from '../../plugins/peticion/upload.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as carga from './carga.service.ts'
import { searchErrores } from './carga.sql.ts'
import type { TipoDeCarga } from './tipo.ts'

const FORMATOS = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv; charset=utf-8' } as const

const DE_PRODUCTOS = {
  upload: uploadProductos,
  plantilla: readPlantilla,
  read: readCarga,
  errores: searchErrorCarga,
  apply: applyCarga,
  right: 'producto:editar',
} as const
const DE_PERSONAS = {
  upload: uploadPersonas,
  plantilla: readPlantillaPersonas,
  read: readCargaPersonas,
  errores: searchErrorCargaPersonas,
  apply: applyCargaPersonas,
  right: 'persona:crear',
} as const

/** Uploads of products and of people, each with its own calls and right. */
export function registerCarga(router: Router, deps: Deps, tipos: readonly TipoDeCarga[]): void {
  const esDePersonas = ({ id }: TipoDeCarga) => id === TIPO_CARGA_PERSONAS
  registerCalls(
    router,
    deps,
    DE_PRODUCTOS,
    tipos.filter((tipo) => !esDePersonas(tipo)),
  )
  registerCalls(router, deps, DE_PERSONAS, tipos.filter(esDePersonas))
}

function registerCalls(
  router: Router,
  deps: Deps,
  { right, ...calls }: typeof DE_PRODUCTOS | typeof DE_PERSONAS,
  tipos: readonly TipoDeCarga[],
): void {
  const cargan: { roles: typeof VENDEN; right: Collection } = { roles: VENDEN, right }
  const autorOf = (session: SesionAbierta): carga.Autor => ({
    empresaId: session.empresaId,
    ambiente: session.ambiente,
    usuarioId: session.usuarioId,
    en: deps.clock.now(),
    veCosto: mayDo(session, 'producto:ver_costo'),
    may: (one) => mayDo(session, one),
  })
  const tipoOf = (query: { type_upload_id: TipoCarga } | object): TipoDeCarga => {
    const id = 'type_upload_id' in query ? query.type_upload_id : TIPO_CARGA_PERSONAS
    const tipo = tipos.find((one) => one.id === id)
    if (!tipo) throw errors.notFound()
    return tipo
  }
  router.onSession(calls.upload, cargan, async ({ session, empresaId, query, request }) => {
    const tipo = tipoOf(query)
    const autor = autorOf(session)
    carga.requireRights(tipo, autor)
    const idempotencyKey = requireIdempotencyKey(request)
    const { filename, bytes } = await readUpload(request, calls.upload, CARGA_MAX_BYTES)
    return inEmpresa(deps.db, empresaId, (tx) => carga.upload(tx, tipo, autor, idempotencyKey, { filename, bytes }))
  })
  router.onSession(calls.plantilla, cargan, async ({ session, query, reply }) => {
    const tipo = tipoOf(query)
    const { formato } = query
    const bytes = await carga.plantilla(tipo, autorOf(session).veCosto, formato)
    return reply.type(FORMATOS[formato]).header('content-disposition', `attachment; filename="${tipo.archivo}.${formato}"`).send(bytes)
  })
  router.on(calls.read, cargan, ({ tx, session, params }) => carga.read(tx, tipos, autorOf(session), params.id))
  router.on(calls.errores, cargan, async ({ tx, session, empresaId, params, query }) => {
    await carga.read(tx, tipos, autorOf(session), params.id)
    return searchErrores(tx, empresaId, params.id, query)
  })
  router.on(calls.apply, cargan, ({ tx, session, params }) => carga.apply(tx, tipos, autorOf(session), params.id))
}
