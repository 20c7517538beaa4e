import {
  createCotizacion,
  deleteCotizacion,
  downloadCotizacion,
  duplicateCotizacion,
  editCotizacion,
  mailCotizacion,
  moveCotizacion,
  previewNumeroCotizacion,
  readCotizacion,
  restoreCotizaciones,
  searchCotizacion,
  shareCotizacion,
  sumCotizacion,
  unshareCotizacion,
} from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireKey } from '../idempotencia/idempotencia.door.ts'
import * as cotizacion from './cotizacion.service.ts'
import * as enlace from './enlace.service.ts'
import * as enviar from './enviar.service.ts'
import { registerCotizacionExportar } from './exportar.routes.ts'
import { printCotizacion, readImpresion } from './imprimir.service.ts'

export function registerCotizacion(router: Router, deps: Deps, ventas: cotizacion.Ventas): void {
  const venden = { roles: VENDEN }
  const editan = { ...venden, right: 'cotizacion:editar' } as const

  router.on(searchCotizacion, venden, ({ tx, empresaId, query }) => cotizacion.search(deps, tx, empresaId, query))
  router.on(sumCotizacion, venden, ({ tx, empresaId, query }) => cotizacion.sum(deps, tx, empresaId, query))
  registerCotizacionExportar(router, deps)
  router.on(previewNumeroCotizacion, venden, ({ tx, session, query }) => cotizacion.previewNumero(tx, session, query))
  router.on(readCotizacion, venden, ({ tx, empresaId, params }) => cotizacion.read(deps, tx, empresaId, params.id))
  router.on(createCotizacion, { ...venden, right: 'cotizacion:crear' }, ({ tx, session, body, request }) =>
    cotizacion.create(deps, ventas, tx, session, requireKey(request), body),
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
  // Clients are written to in the company's name, at an address that is typed here: support writes to nobody.
  router.on(mailCotizacion, { ...editan, soporte: 'cerrada' }, ({ tx, session, params: { id }, body, request }) =>
    enviar.mailCotizacion(deps, tx, session, requireKey(request), { id, ...body }),
  )
  router.on(unshareCotizacion, editan, ({ tx, session, params }) => enlace.unshareCotizacion(deps, tx, session, params.id))
  router.on(duplicateCotizacion, venden, ({ tx, empresaId, params }) => cotizacion.duplicate(deps, ventas, tx, empresaId, params.id))

  // Drawn outside the transaction: a printed form never holds a connection.
  router.onSession(downloadCotizacion, venden, async ({ empresaId, params, reply }) => {
    const impresion = await inEmpresa(deps.db, empresaId, (tx) => readImpresion(deps, tx, empresaId, params.id))
    const pdf = await printCotizacion(deps, empresaId, impresion)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="cotizacion-${impresion.numero}.pdf"`)
      .send(Buffer.from(pdf))
  })
}
