import { Readable } from 'node:stream'
import {
  COMPROBANTE_CALLS,
  consultComprobante,
  countComprobante,
  followComprobante,
  gapReport,
  searchBorradores,
  searchComprobante,
  stateComprobante,
  sumComprobante,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ADMINISTRAN, VENDEN } from '../../plugins/sesion/roles.ts'
import { requireSession } from '../../plugins/sesion/session.ts'
import type { Router } from '../../http/route.ts'
import { askAnulacion } from './anulacion/anulacion.door.ts'
import { askSri } from './avance/avance.door.ts'
import { countComprobantes, listBrechas, readEstados, searchComprobantes, Seguimientos, sumComprobantes } from './lectura/lectura.door.ts'
import { searchTodoBorrador } from './emision/emision.door.ts'
import { readVendedores } from './identidad/identidad.door.ts'
import { registerComprobanteExportar } from './exportar.routes.ts'
import { registerEmitido, type Correos, type DetallePropio } from './emitido.routes.ts'

const venden = { roles: VENDEN }

/** `detalles`: what a single document type stores beside the common columns, by SRI code. */
export function registerComprobante(router: Router, deps: Deps, correos: Correos, detalles: Readonly<Record<string, DetallePropio>>): void {
  const seguimientos = new Seguimientos(deps)
  registerEmitido(router, deps, COMPROBANTE_CALLS, { roles: VENDEN, detalleOf: (tipo) => detalles[tipo] }, correos)
  registerComprobanteExportar(router, deps)
  router.on(searchComprobante, venden, ({ tx, session, query }) => searchComprobantes(tx, session, query))
  router.on(countComprobante, venden, ({ tx, session, query }) => countComprobantes(tx, session, query))
  router.on(sumComprobante, venden, ({ tx, session, query }) => sumComprobantes(tx, session, query))
  router.on(searchBorradores, { ...venden, right: 'documento:crear' }, ({ tx, session, query }) => searchTodoBorrador(tx, session, query))
  router.on(stateComprobante, venden, ({ tx, empresaId, query }) => readEstados(tx, empresaId, query.ids, deps.clock.now()))
  // Support may ask too: the question to the SRI would be sent anyway.
  router.on(consultComprobante, { ...venden, soporte: 'abierta' }, async ({ tx, empresaId, params: { id } }) => {
    await askSri(deps, tx, empresaId, id)
    await askAnulacion(deps, tx, empresaId, id)
    const [novedad] = await readEstados(tx, empresaId, [id], deps.clock.now())
    if (!novedad) throw errors.notFound()
    return novedad
  })
  router.on(gapReport, { roles: ADMINISTRAN }, async ({ tx, empresaId }) => {
    const names = await readVendedores(tx)
    return (await listBrechas(tx, empresaId)).map(({ usuario_id, ...brecha }) => ({
      ...brecha,
      quien: usuario_id === null ? null : (names.get(usuario_id) ?? null),
    }))
  })
  // A stream holds no connection between looks, and ends with the session.
  router.onSession(followComprobante, venden, ({ empresaId, session, query, request, reply }) => {
    const giveBack = seguimientos.take(session.usuarioId, empresaId)
    const gone = new AbortController()
    reply.raw.on('close', () => {
      giveBack()
      gone.abort()
    })
    const isAlive = () =>
      requireSession(deps, request).then(
        () => true,
        () => false,
      )
    const lines = async function* () {
      try {
        for await (const novedad of seguimientos.seguir(empresaId, query.ids, isAlive, gone.signal)) yield `${JSON.stringify(novedad)}\n`
      } finally {
        giveBack()
      }
    }
    return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines()))
  })
}
