import {
  createPago,
  createSaldoInicial,
  downloadEstadoCuenta,
  downloadPago,
  exemptRecordatorio,
  mailEstadoCuenta,
  mailPago,
  readPagoCartera,
  readRecordatorio,
  readRecordatoriosDePersona,
  resumenCartera,
  reversePago,
  reverseSaldoInicial,
  saveRecordatorio,
  searchCuenta,
  searchDeudor,
  searchEstadoCuenta,
  searchPago,
} from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as cartera from './cartera.service.ts'
import * as cuenta from './cuenta.sql.ts'
import { registerExportes } from './exportar.routes.ts'
import { printHoja, readEstadoImpreso, readRecibo, type Impresion } from './imprimir.service.ts'
import { deLado, seesPagar } from './lado.ts'
import { read as readPago } from './pago-lectura.service.ts'
import * as pago from './pago.service.ts'
import { searchPagos } from './pago.sql.ts'
import * as recibo from './recibo-correo.service.ts'
import { recordar } from './recordar.service.ts'
import * as recordatorio from './recordatorio.service.ts'

const leen = { roles: VENDEN }
const registran = { ...leen, right: 'pago:registrar' } as const
const reversan = { ...leen, right: 'pago:reversar' } as const
// Mails go to clients in the company's name: support changes nothing here, and sends none.
const recuerdan = { ...registran, soporte: 'cerrada' } as const

function registerPago(
  router: Router,
  deps: Deps,
  send: (reply: FastifyReply, empresaId: EmpresaId, hoja: Impresion, formato: 'A4' | 'TICKET') => Promise<FastifyReply>,
) {
  router.on(searchPago, leen, ({ tx, session, query }) => searchPagos(tx, deLado(session, query), query))
  router.on(readPagoCartera, leen, ({ tx, session, params }) => readPago(tx, session, params.id))
  router.on(createPago, registran, ({ tx, session, body, request }) =>
    pago.create(deps, tx, deLado(session, body), requireIdempotencyKey(request), body),
  )
  router.on(reversePago, reversan, ({ tx, session, params, body }) => pago.reverse(deps, tx, session, params.id, body))
  router.on(mailPago, recuerdan, ({ tx, session, params, body, request }) =>
    recibo.enviar(deps, tx, session, requireIdempotencyKey(request), params.id, body),
  )
  router.onSession(downloadPago, leen, async ({ empresaId, session, params, query, reply }) =>
    send(reply, empresaId, await inEmpresa(deps.db, empresaId, (tx) => readRecibo(tx, session, params.id)), query.formato),
  )
}

function registerRecordatorio(router: Router, deps: Deps): void {
  router.on(readRecordatorio, leen, ({ tx, empresaId }) => recordatorio.read(tx, empresaId))
  router.on(saveRecordatorio, recuerdan, ({ tx, session, body }) => recordatorio.save(deps, tx, session, body))
  router.on(readRecordatoriosDePersona, leen, ({ tx, empresaId, session, params }) =>
    recordatorio.readDePersona(tx, empresaId, params.id, seesPagar(session)),
  )
  router.on(exemptRecordatorio, recuerdan, ({ tx, session, params, body }) =>
    recordatorio.exempt(deps, tx, session, params.id, body.exento),
  )
}

export function registerCartera(router: Router, deps: Deps): void {
  const hoy = () => fechaIn(deps.clock.now())
  // Drawn outside the transaction: a printed form never holds a connection.
  const send = async (reply: FastifyReply, empresaId: EmpresaId, impresion: Impresion, formato: 'A4' | 'TICKET' = 'A4') =>
    reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${impresion.nombre}.pdf"`)
      .send(Buffer.from(await printHoja(deps, empresaId, impresion, formato)))

  router.on(searchCuenta, leen, ({ tx, session, query }) => cuenta.searchCuentas(tx, deLado(session, query), hoy(), query))
  router.on(resumenCartera, leen, ({ tx, session, query }) => cuenta.readResumen(tx, deLado(session, query), hoy(), query))
  router.on(searchDeudor, leen, ({ tx, session, query }) => cuenta.searchDeudores(tx, deLado(session, query), hoy(), query))
  router.on(searchEstadoCuenta, leen, ({ tx, session, query }) => cuenta.searchEstado(tx, deLado(session, query), query))
  router.on(createSaldoInicial, registran, ({ tx, session, body, request }) =>
    cartera.createSaldo(deps, tx, deLado(session, body), requireIdempotencyKey(request), body),
  )
  router.on(reverseSaldoInicial, reversan, ({ tx, session, params, body }) =>
    cartera.reverseSaldo(deps, tx, session, params.id, body.motivo),
  )
  router.on(mailEstadoCuenta, recuerdan, ({ tx, session, params, body, request }) =>
    recordar(deps, tx, body.estado ? deLado(session, body.estado) : session, requireIdempotencyKey(request), { id: params.id, ...body }),
  )
  router.onSession(downloadEstadoCuenta, leen, async ({ empresaId, session, query, reply }) =>
    send(reply, empresaId, await inEmpresa(deps.db, empresaId, (tx) => readEstadoImpreso(deps, tx, deLado(session, query), query))),
  )
  registerExportes(router, deps)
  registerRecordatorio(router, deps)
  registerPago(router, deps, send)
}
