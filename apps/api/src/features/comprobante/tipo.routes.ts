import type { Borrador, ComprobanteCalls, Registro } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import type * as z from 'zod/mini'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import { VENDEN, type Rol } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import type { Router } from '../../http/route.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import {
  correct,
  createBorrador,
  editBorrador,
  emit,
  pedidoOf,
  readBorrador,
  registrar,
  removeBorrador,
  searchBorradores,
  type Emisible,
  type TipoEmision,
} from './emision/emision.door.ts'
import { hoy, readEntrada, searchComprobantes } from './lectura/lectura.door.ts'
import { registerEmitido, requireTipo, type Correos, type DetallePropio } from './emitido.routes.ts'

/** What differs from one document type to another; the rest is the same for all (O-46). */
export interface TipoComprobante<Form, Calculo> {
  /** SRI codes of the documents that these calls serve; the first is the default of a draft. */
  tipos: readonly [string, ...string[]]
  /** Roles that may issue and see them. */
  roles?: readonly Rol[]
  /** SRI code of a form or a draft, for calls with several codes. */
  tipoOf?(contenido: unknown): string
  calculate(deps: Deps, tx: Tx, session: SesionAbierta, form: Form): Promise<Calculo>
  emision: TipoEmision<Form>
  /** The form of an issued document, ready to start another by today's rules. */
  duplicate(tx: Tx, empresaId: EmpresaId, entrada: Form, hoy: Fecha): Form | Promise<Form>
  /** What only this document type stores of an issued document. */
  detalle?: DetallePropio
}

/** Registers the calls of one document type. */
export function registerTipo<F extends z.ZodMiniType<Emisible>, C extends z.ZodMiniType, E extends z.ZodMiniType<Emisible> = F>(
  router: Router,
  deps: Deps,
  declared: ComprobanteCalls<F, C, E>,
  tipo: TipoComprobante<z.output<E>, z.output<C>>,
  correos: Correos,
): void {
  // The schema has validated the body; here it has the type of this document's own functions.
  type Form = z.output<E>
  const calls: ComprobanteCalls = declared
  const { tipos, tipoOf = () => tipos[0] } = tipo
  const may = { roles: tipo.roles ?? VENDEN }
  const escriben = { ...may, right: 'documento:crear' } as const
  const emiten = { ...may, right: 'documento:emitir', limite: LIMITES.emision } as const

  router.on(calls.search, may, ({ tx, session, query }) => searchComprobantes(tx, session, query, tipos))
  router.on(calls.calculate, escriben, ({ tx, session, body }) => tipo.calculate(deps, tx, session, body as Form))
  router.onSession(calls.emit, emiten, ({ session, params, body, request }) =>
    emit(deps, session, pedidoOf(tipo.emision, params.id, requireIdempotencyKey(request), body as Form)),
  )
  router.onSession(calls.correct, emiten, ({ session, params, body, request }) =>
    correct(deps, session, pedidoOf(tipo.emision, params.id, requireIdempotencyKey(request), body as Form)),
  )
  router.onSession(calls.register, emiten, ({ session, params, body, request }) => {
    const { registro, ...form } = body as { registro: Registro }
    return registrar(deps, session, pedidoOf(tipo.emision, params.id, requireIdempotencyKey(request), form as Form), registro)
  })
  router.on(calls.duplicate, may, async ({ tx, empresaId, params }) => {
    await requireTipo(tx, empresaId, params.id, tipos)
    return tipo.duplicate(tx, empresaId, (await readEntrada(tx, empresaId, params.id)) as Form, hoy(deps))
  })

  router.on(calls.createBorrador, escriben, ({ tx, session, body }): Promise<Borrador> =>
    createBorrador(deps, tx, session, tipoOf(body.contenido), body),
  )
  router.on(calls.editBorrador, escriben, ({ tx, session, params, body }) =>
    editBorrador(deps, tx, session, params.id, tipoOf(body.contenido), body),
  )
  router.on(calls.readBorrador, escriben, ({ tx, session, params }) => readBorrador(tx, session, params.id))
  router.on(calls.deleteBorrador, escriben, ({ tx, session, params }) => removeBorrador(deps, tx, session, params.id))
  router.on(calls.searchBorrador, escriben, ({ tx, session, query }) => searchBorradores(tx, session, tipos, query))

  registerEmitido(router, deps, calls, { roles: may.roles, tipos, detalleOf: () => tipo.detalle }, correos)
}
