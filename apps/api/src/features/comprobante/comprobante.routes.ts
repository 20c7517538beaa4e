import { Readable } from 'node:stream'
import {
  closeComprobante, countComprobante, downloadRide, downloadXml, followComprobante, gapReport, readComprobante, resendComprobante, searchComprobante,
  stateComprobante,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { ADMINISTRAN, requireSession, VENDEN } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import * as comprobante from './comprobante.service.ts'
import * as sql from './comprobante.sql.ts'
import * as lista from './lista.service.ts'
import { requireArchivos, ride, xmlFile } from './ride.service.ts'
import { readEstados, seguir } from './seguir.service.ts'

const venden = { roles: VENDEN }

export function registerComprobante(router: Router, deps: Deps, correosDe: comprobante.CorreosDe): void {
  router.on(searchComprobante, venden, ({ tx, session, query }) => lista.search(tx, session, query))
  router.on(countComprobante, venden, ({ tx, session, query }) => lista.count(tx, session, query))
  router.on(stateComprobante, venden, ({ tx, empresaId, query }) => readEstados(tx, empresaId, query.ids))
  router.on(gapReport, { roles: ADMINISTRAN }, async ({ tx, empresaId }) => {
    const names = await sql.readVendedores(tx)
    return (await sql.listBrechas(tx, empresaId)).map(({ usuario_id, ...brecha }) => ({ ...brecha, quien: usuario_id === null ? null : (names.get(usuario_id) ?? null) }))
  })
  router.on(readComprobante, venden, ({ tx, empresaId, params }) => comprobante.readDetalle(tx, empresaId, params.id, correosDe))
  router.on(resendComprobante, venden, ({ tx, session, params }) => comprobante.resend(deps, tx, session, params.id))
  router.on(closeComprobante, { roles: ADMINISTRAN }, ({ tx, session, params, body }) => comprobante.close(deps, tx, session, params.id, body.motivo))

  // A stream of its own: it holds no connection between looks, and ends with the session.
  router.onSession(followComprobante, venden, ({ empresaId, query, request, reply }) => {
    const gone = new AbortController()
    request.raw.on('close', () => gone.abort())
    const isAlive = () => requireSession(deps, request).then(() => true, () => false)
    const lines = async function* () {
      for await (const novedad of seguir(deps, empresaId, query.ids, isAlive, gone.signal)) yield `${JSON.stringify(novedad)}\n`
    }
    return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines()))
  })

  // Drawn outside the transaction: a printed form never holds a connection.
  router.onSession(downloadRide, venden, async ({ empresaId, params, query, reply }) => {
    const { archivos, vendedor } = await inEmpresa(deps.db, empresaId, async (tx) => {
      const found = await requireArchivos(tx, empresaId, params.id)
      return { archivos: found, vendedor: found.vendedor_id === null ? undefined : (await sql.readVendedores(tx)).get(found.vendedor_id) }
    })
    const pdf = await ride(archivos, query.formato, vendedor)
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${archivos.clave}.pdf"`).send(Buffer.from(pdf))
  })
  router.on(downloadXml, venden, async ({ tx, empresaId, params, reply }) => {
    const archivos = await requireArchivos(tx, empresaId, params.id)
    return reply.type('application/xml; charset=utf-8').header('content-disposition', `attachment; filename="${archivos.clave}.xml"`).send(xmlFile(archivos))
  })
}
