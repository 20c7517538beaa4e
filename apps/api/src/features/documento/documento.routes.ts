import { randomUUID } from 'node:crypto'
import {
  calculateFactura, correctFactura, createBorrador, deleteBorrador, duplicateFactura, editBorrador, emitFactura, lastFactura, lastPrecio, LISTING_EXACT_LIMIT,
  readBorrador, readContexto, searchBorrador, searchFactura,
  type FacturaForm,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { VENDEN } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import { hoy, readEntrada } from '../comprobante/comprobante.service.ts'
import * as lista from '../comprobante/lista.service.ts'
import { requireKey } from '../idempotencia/idempotencia.service.ts'
import * as borrador from './borrador.sql.ts'
import * as contexto from './contexto.service.ts'
import * as documento from './documento.service.ts'

const FACTURA = '01'
const venden = { roles: VENDEN }

export function registerDocumento(router: Router, deps: Deps): void {
  router.on(searchFactura, venden, ({ tx, session, query }) => lista.search(tx, session, query, FACTURA))
  router.on(readContexto, venden, ({ tx, session }) => contexto.readContexto(deps, tx, session))
  router.on(lastPrecio, venden, ({ tx, session, query }) => contexto.lastPrecio(tx, session, query.persona_id, query.producto_id))
  router.on(lastFactura, venden, ({ tx, session }) => contexto.lastFactura(deps, tx, session))
  router.on(calculateFactura, venden, ({ tx, empresaId, body }) => documento.calculate(deps, tx, empresaId, body))
  router.onSession(emitFactura, venden, ({ session, params, body, request }) => documento.emitFactura(deps, session, params.id, requireKey(request), body))
  router.onSession(correctFactura, venden, ({ session, params, body, request }) => documento.correctFactura(deps, session, params.id, requireKey(request), body))
  router.on(duplicateFactura, venden, async ({ tx, empresaId, params }) =>
    documento.duplicate((await readEntrada(tx, empresaId, params.id)) as FacturaForm, hoy(deps)))

  const save = async (call: { tx: Parameters<typeof borrador.saveBorrador>[0]; empresaId: string; session: { usuarioId: string; ambiente: 'SIMULADOR' | 'PRUEBAS' | 'PRODUCCION' } }, id: string, body: { contenido: Record<string, unknown>; sin_nombre: boolean }) => {
    // A save that comes after «Emitir» does not bring the draft back.
    if (await borrador.isEmitido(call.tx, call.empresaId, id)) throw errors.conflict()
    return borrador.saveBorrador(call.tx, {
      empresaId: call.empresaId, id, usuarioId: call.session.usuarioId, ambiente: call.session.ambiente, tipo: FACTURA, contenido: body.contenido, sinNombre: body.sin_nombre, en: deps.clock.now(),
    })
  }
  router.on(createBorrador, venden, (call) => save(call, call.body.id ?? randomUUID(), call.body))
  router.on(editBorrador, venden, async (call) => {
    if (!(await borrador.readBorrador(call.tx, call.empresaId, call.params.id))) throw errors.notFound()
    return save(call, call.params.id, call.body)
  })
  router.on(readBorrador, venden, async ({ tx, empresaId, params }) => {
    const found = await borrador.readBorrador(tx, empresaId, params.id)
    if (!found) throw errors.notFound()
    const { ambiente: _ambiente, ...row } = found
    return row
  })
  router.on(deleteBorrador, venden, async ({ tx, empresaId, params }) => {
    if (!(await borrador.deleteBorrador(tx, empresaId, params.id))) throw errors.notFound()
  })
  router.on(searchBorrador, venden, async ({ tx, empresaId, session, query: { page, size, sin_nombre: sinNombre } }) => {
    const de = { empresaId, usuarioId: session.usuarioId, ambiente: session.ambiente, tipo: FACTURA, sinNombre }
    const content = await borrador.pageBorradores(tx, de, page * size, size)
    const total = await borrador.countBorradores(tx, de, LISTING_EXACT_LIMIT + 1)
    return { content, totalElements: total, totalPages: Math.ceil(total / size), number: page, size, exact: total <= LISTING_EXACT_LIMIT }
  })
}
