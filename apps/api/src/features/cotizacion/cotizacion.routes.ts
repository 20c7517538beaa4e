import {
  createCotizacion,
  deleteCotizacion,
  downloadCotizacion,
  downloadVersionCotizacion,
  duplicateCotizacion,
  editCotizacion,
  listVersionesCotizacion,
  mailCotizacion,
  moveCotizacion,
  previewNumeroCotizacion,
  readCotizacion,
  readVersionCotizacion,
  restoreCotizaciones,
  searchCotizacion,
  shareCotizacion,
  sumCotizacion,
  unshareCotizacion,
} from '@yupana/contract'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as cotizacion from './cotizacion.service.ts'
import * as enlace from './enlace.service.ts'
import * as enviar from './enviar.service.ts'
import { registerCotizacionExportar } from './exportar.routes.ts'
import { printCotizacion, readImpresion, readImpresionVersion, type Impresion } from './imprimir.service.ts'
import * as version from './version.service.ts'

export function registerCotizacion(router: Router, deps: Deps, ventas: cotizacion.Ventas): void {
  const venden = { roles: VENDEN }
  const editan = { ...venden, right: 'cotizacion:editar' } as const

  router.on(searchCotizacion, venden, ({ tx, empresaId, query }) => cotizacion.search(deps, tx, empresaId, query))
  router.on(sumCotizacion, venden, ({ tx, empresaId, query }) => cotizacion.sum(deps, tx, empresaId, query))
  registerCotizacionExportar(router, deps)
  router.on(previewNumeroCotizacion, venden, ({ tx, session, query }) => cotizacion.previewNumero(tx, session, query))
  router.on(readCotizacion, venden, ({ tx, empresaId, params }) => cotizacion.read(deps, tx, empresaId, params.id))
  router.on(createCotizacion, { ...venden, right: 'cotizacion:crear' }, ({ tx, session, body, request }) =>
    cotizacion.create(deps, ventas, tx, session, requireIdempotencyKey(request), body),
  )
  router.on(editCotizacion, editan, ({ tx, session, params: { id }, body: { version, ...form } }) =>
    cotizacion.edit(deps, ventas, tx, session, { id, version }, form),
  )
  router.on(deleteCotizacion, { ...venden, right: 'cotizacion:eliminar' }, ({ tx, session, params }) =>
    cotizacion.remove(deps, tx, session, params.id),
  )
  router.on(restoreCotizaciones, { ...venden, right: 'cotizacion:eliminar' }, ({ tx, session, body }) =>
    cotizacion.restore(deps, tx, session, body.ids),
  )
  router.on(moveCotizacion, editan, ({ tx, session, params, body }) => cotizacion.move(deps, tx, session, params.id, body))
  router.on(shareCotizacion, editan, ({ tx, session, params: { id }, body: { version } }) =>
    enlace.shareCotizacion(deps, tx, session, { id, version }),
  )
  // Mails go to clients in the company's name, at a typed address: support sends none.
  router.on(mailCotizacion, { ...editan, soporte: 'cerrada' }, ({ tx, session, params: { id }, body, request }) =>
    enviar.mailCotizacion(deps, tx, session, requireIdempotencyKey(request), { id, ...body }),
  )
  router.on(unshareCotizacion, editan, ({ tx, session, params }) => enlace.unshareCotizacion(deps, tx, session, params.id))
  router.on(duplicateCotizacion, venden, ({ tx, empresaId, params }) => cotizacion.duplicate(deps, ventas, tx, empresaId, params.id))

  router.on(listVersionesCotizacion, venden, ({ tx, empresaId, params }) => version.listVersiones(tx, empresaId, params.id))
  router.on(readVersionCotizacion, venden, ({ tx, empresaId, params }) => version.readVersion(tx, empresaId, params))
  registerDescargas(router, deps, venden)
}

/** Drawn outside the transaction: a printed form never holds a connection. */
function registerDescargas(router: Router, deps: Deps, venden: { roles: typeof VENDEN }): void {
  const sendPdf = async (reply: FastifyReply, empresaId: EmpresaId, impresion: Impresion, nombre: string) => {
    const pdf = await printCotizacion(deps, empresaId, impresion)
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${nombre}.pdf"`).send(Buffer.from(pdf))
  }
  router.onSession(downloadCotizacion, venden, async ({ empresaId, params, reply }) => {
    const impresion = await inEmpresa(deps.db, empresaId, (tx) => readImpresion(deps, tx, empresaId, params.id))
    return sendPdf(reply, empresaId, impresion, `cotizacion-${impresion.numero}`)
  })
  router.onSession(downloadVersionCotizacion, venden, async ({ empresaId, params, reply }) => {
    const impresion = await inEmpresa(deps.db, empresaId, (tx) => readImpresionVersion(tx, empresaId, params))
    return sendPdf(reply, empresaId, impresion, `cotizacion-${impresion.numero}-version-${params.n}`)
  })
}
