import type { Borrador, ComprobanteCalls, ComprobanteDetalle, CorreoEstado, Registro } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import type * as z from 'zod/mini'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ADMINISTRAN, VENDEN, type Rol, type SesionAbierta } from '../../plugins/session.ts'
import type { Router } from '../../route.ts'
import { requireKey } from '../idempotencia/idempotencia.service.ts'
import * as anulacion from './anular.service.ts'
import * as borradores from './borrador.service.ts'
import * as comprobante from './comprobante.service.ts'
import { readTipo, readVendedores } from './comprobante.sql.ts'
import { correct, emit, type PedidoEmision } from './emision.service.ts'
import * as lista from './lista.service.ts'
import { registrar } from './registrar.service.ts'
import { requireArchivos, ride, xmlFile } from './ride.service.ts'

/** What is a document type's own: everything else is the same for all (O-46). */
export interface TipoComprobante<Form, Calculo> {
  /** SRI codes of the documents these calls are about; the first is that of a draft that does not say. */
  tipos: readonly [string, ...string[]]
  /** Who may issue and see them. */
  roles?: readonly Rol[]
  /** The code of what a form or a draft is, where there are several. */
  tipoOf?(contenido: unknown): string
  calculate(deps: Deps, tx: Tx, session: SesionAbierta, form: Form): Promise<Calculo>
  /** A form as an emission, a correction or a registration takes it. */
  pedidoOf(deps: Deps, session: SesionAbierta, id: string, key: string, form: Form): PedidoEmision<Form>
  /** The form of an issued one, ready to start another. */
  duplicate(entrada: Form, hoy: Fecha): Form
  /** What only this kind stores of an issued one. */
  detalle?(tx: Tx, empresaId: string, id: string, version: number): Promise<Pick<ComprobanteDetalle, 'retenciones'>>
}

/** From the mail concept: documents know nothing of it. */
export interface Correos {
  correosDe: comprobante.CorreosDe
  resendCorreo(deps: Deps, tx: Tx, session: SesionAbierta, id: string, correos: readonly string[]): Promise<CorreoEstado>
}

/** Puts the calls of one kind of document on the server. */
export function registerTipo<F extends z.ZodMiniType, C extends z.ZodMiniType>(
  router: Router, deps: Deps, declared: ComprobanteCalls<F, C>, tipo: TipoComprobante<z.output<F>, z.output<C>>, { correosDe, resendCorreo }: Correos,
): void {
  // The schema has made the body a form; here it is whatever this kind's own functions take.
  type Form = z.output<F>
  const calls: ComprobanteCalls = declared
  const { tipos, tipoOf = () => tipos[0] } = tipo
  const may = { roles: tipo.roles ?? VENDEN }
  const escriben = { ...may, right: 'documento:crear' } as const
  const emiten = { ...may, right: 'documento:emitir' } as const
  /** Another kind of document is as absent here as another company's. */
  const requireOurs = async (tx: Tx, empresaId: string, id: string) => {
    const found = await readTipo(tx, empresaId, id)
    if (found === undefined || !tipos.includes(found)) throw errors.notFound()
  }

  router.on(calls.search, may, ({ tx, session, query }) => lista.search(tx, session, query, tipos))
  router.on(calls.calculate, escriben, ({ tx, session, body }) => tipo.calculate(deps, tx, session, body as Form))
  router.onSession(calls.emit, emiten, ({ session, params, body, request }) => emit(deps, session, tipo.pedidoOf(deps, session, params.id, requireKey(request), body as Form)))
  router.onSession(calls.correct, emiten, ({ session, params, body, request }) => correct(deps, session, tipo.pedidoOf(deps, session, params.id, requireKey(request), body as Form)))
  router.onSession(calls.register, emiten, ({ session, params, body, request }) => {
    const { registro, ...form } = body as { registro: Registro }
    return registrar(deps, session, tipo.pedidoOf(deps, session, params.id, requireKey(request), form as Form), registro)
  })
  router.on(calls.duplicate, may, async ({ tx, empresaId, params }) => {
    await requireOurs(tx, empresaId, params.id)
    return tipo.duplicate(await comprobante.readEntrada(tx, empresaId, params.id) as Form, comprobante.hoy(deps))
  })

  router.on(calls.createBorrador, escriben, ({ tx, session, body }): Promise<Borrador> => borradores.create(deps, tx, session, tipoOf(body.contenido), body))
  router.on(calls.editBorrador, escriben, ({ tx, session, params, body }) => borradores.edit(deps, tx, session, params.id, tipoOf(body.contenido), body))
  router.on(calls.readBorrador, may, ({ tx, empresaId, params }) => borradores.read(tx, empresaId, params.id))
  router.on(calls.deleteBorrador, escriben, ({ tx, empresaId, params }) => borradores.remove(tx, empresaId, params.id))
  router.on(calls.searchBorrador, may, ({ tx, session, query }) => borradores.search(tx, session, tipos, query))

  router.on(calls.read, may, async ({ tx, empresaId, params }) => {
    await requireOurs(tx, empresaId, params.id)
    const detalle = await comprobante.readDetalle(tx, empresaId, params.id, comprobante.hoy(deps), correosDe)
    return { ...detalle, ...(await tipo.detalle?.(tx, empresaId, params.id, detalle.version)) }
  })
  router.on(calls.mail, emiten, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return resendCorreo(deps, tx, session, params.id, body.correos)
  })
  router.on(calls.resend, emiten, async ({ tx, session, params }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return comprobante.resend(deps, tx, session, params.id)
  })
  router.on(calls.close, { roles: ADMINISTRAN, right: 'documento:anular' }, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return comprobante.close(deps, tx, session, params.id, body.motivo)
  })

  const anulan = { ...may, right: 'documento:anular' } as const
  router.on(calls.requestAnulacion, anulan, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return anulacion.requestAnulacion(deps, tx, session, params.id, body)
  })
  router.on(calls.withdrawAnulacion, anulan, async ({ tx, session, params }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return anulacion.withdrawAnulacion(deps, tx, session, params.id)
  })
  router.on(calls.recordAnulacion, { roles: ADMINISTRAN, right: 'documento:anular' }, async ({ tx, session, params, body }) => {
    await requireOurs(tx, session.empresaId, params.id)
    return anulacion.recordAnulacion(deps, tx, session, params.id, body.prueba)
  })

  // Drawn outside the transaction: a printed form never holds a connection.
  router.onSession(calls.downloadRide, may, async ({ empresaId, params, query, reply }) => {
    const { archivos, vendedor } = await inEmpresa(deps.db, empresaId, async (tx) => {
      await requireOurs(tx, empresaId, params.id)
      const found = await requireArchivos(tx, empresaId, params.id)
      return { archivos: found, vendedor: found.vendedor_id === null ? undefined : (await readVendedores(tx)).get(found.vendedor_id) }
    })
    const pdf = await ride(archivos, query.formato, vendedor)
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${archivos.clave}.pdf"`).send(Buffer.from(pdf))
  })
  router.on(calls.downloadXml, may, async ({ tx, empresaId, params, reply }) => {
    await requireOurs(tx, empresaId, params.id)
    const archivos = await requireArchivos(tx, empresaId, params.id)
    return reply.type('application/xml; charset=utf-8').header('content-disposition', `attachment; filename="${archivos.clave}.xml"`).send(xmlFile(archivos))
  })
}
