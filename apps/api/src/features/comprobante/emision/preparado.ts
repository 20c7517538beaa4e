import type { Fecha, SentidoCartera } from '@yupana/fiscal'

import type { Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import type { Problem } from '../../../errors.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import type { AbonoParte } from '../../cartera/cartera.door.ts'
import type { MueveExistencias } from '../../movimiento/movimiento.door.ts'
import type { ContextoEmision, FilaDocumento } from '../armado/armado.door.ts'
import type { Identidad } from '../identidad/identidad.door.ts'

/** Where, when and by whom a document is prepared. */
export interface Preparacion {
  deps: Deps
  tx: Tx
  session: SesionAbierta
  contexto: ContextoEmision
  /** Date of emission. */
  fecha: Fecha
  /** Id of the document, known before its number. */
  id: string
}

/** Money that a document leaves owed by its payment terms, or takes off the debt of others. */
export type MueveCartera =
  | { clase: 'DEUDA'; sentido: SentidoCartera }
  | { clase: 'ABONO'; concepto: 'NOTA_CREDITO' | 'RETENCION'; partes: readonly AbonoParte[] }

/** The answer of a document type that is asked to be issued: everything but the number is decided. */
export interface Preparado {
  fila: FilaDocumento
  /** The unsigned XML once number and clave are known. */
  xmlWith(identidad: Identidad): string
  avisos: Problem[]
  /** Identifications of further receivers, who get the document too. */
  otrosReceptores?: readonly string[]
  /** Effect on the stock (O-126). */
  existencias?: MueveExistencias | undefined
  /** Effect on money owed (O-126). */
  cartera?: MueveCartera
  /** Stores what only this document type has, in the document's transaction. */
  store?(tx: Tx, version: number, identidad: Identidad): Promise<void>
  /** A further document issued in the same transaction because it names this one by its number. */
  junto?(identidad: Identidad): DocumentoPedido<unknown>
}

/** What a document type tells about its form, so that it can be issued. */
export interface TipoEmision<Form> {
  /** SRI code. */
  tipoOf(form: Form): string
  /** The receiver's identification, in every form of it. */
  identificacionesOf(form: Form): readonly string[]
  /** Products that its lines name. */
  productosOf(form: Form): readonly (string | undefined)[]
  /** Decides everything about a document but its number, and throws what blocks it before a number is taken. */
  prepare(preparacion: Preparacion, form: Form): Preparado | Promise<Preparado>
}

/** A document to issue. */
export interface DocumentoPedido<Form> {
  id: string
  tipo: string
  establecimiento: string
  punto: string
  fecha: Fecha | undefined
  identificaciones: readonly string[]
  productos: readonly string[]
  form: Form
  prepare: TipoEmision<Form>['prepare']
}

/** A document to issue, with the key of its sending. */
export interface PedidoEmision<Form> extends DocumentoPedido<Form> {
  idempotencyKey: string
}

/** Place and day, which every form states. */
export interface Emisible {
  establecimiento: string
  punto: string
  fecha_emision?: Fecha | undefined
}

/** Turns a form into a document to issue. */
export const documentoOf = <Form extends Emisible>(tipo: TipoEmision<Form>, id: string, form: Form): DocumentoPedido<Form> => ({
  id,
  tipo: tipo.tipoOf(form),
  establecimiento: form.establecimiento,
  punto: form.punto,
  fecha: form.fecha_emision,
  identificaciones: tipo.identificacionesOf(form),
  productos: [...new Set(tipo.productosOf(form).flatMap((producto) => producto ?? []))],
  form,
  prepare: tipo.prepare,
})

/** Turns a form into the request of an emission, a correction or a registration. */
export const pedidoOf = <Form extends Emisible>(
  tipo: TipoEmision<Form>,
  id: string,
  idempotencyKey: string,
  form: Form,
): PedidoEmision<Form> => ({ ...documentoOf(tipo, id, form), idempotencyKey })
