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
  /** Of its emission. */
  fecha: Fecha
  /** Of the document, known before its number. */
  id: string
}

/** What a document leaves owed by its payment terms, or takes off what others leave. */
export type MueveCartera =
  { clase: 'DEUDA'; sentido: SentidoCartera } | { clase: 'ABONO'; concepto: 'NOTA_CREDITO' | 'RETENCION'; partes: readonly AbonoParte[] }

/** What a document type answers when asked to be issued: everything decided but the number. */
export interface Preparado {
  fila: FilaDocumento
  /** The unsigned XML once number and clave are known. */
  xmlWith(identidad: Identidad): string
  avisos: Problem[]
  /** Identifications of further receivers, who get the document too. */
  otrosReceptores?: readonly string[]
  /** What it does to the stock (O-126). */
  existencias?: MueveExistencias | undefined
  /** What it does to money owed (O-126). */
  cartera?: MueveCartera
  /** Stores what only this kind has, beside the document and in its transaction. */
  store?(tx: Tx, version: number, identidad: Identidad): Promise<void>
  /** What is issued in the same transaction because it names this document, whose number it is told. */
  junto?(identidad: Identidad): DocumentoPedido<unknown>
}

/** What a document type says of its form, so that it can be issued. */
export interface TipoEmision<Form> {
  /** SRI code. */
  tipoOf(form: Form): string
  /** Of the receiver, in every form of it. */
  identificacionesOf(form: Form): readonly string[]
  /** Products that its lines name. */
  productosOf(form: Form): readonly (string | undefined)[]
  /** Everything about a document but its number. Throws what blocks it, before a number is taken. */
  prepare(preparacion: Preparacion, form: Form): Preparado | Promise<Preparado>
}

/** What is to be issued. */
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

/** The same with the key of its sending. */
export interface PedidoEmision<Form> extends DocumentoPedido<Form> {
  idempotencyKey: string
}

/** What every form says of its place and day. */
export interface Emisible {
  establecimiento: string
  punto: string
  fecha_emision?: Fecha | undefined
}

/** A form as what is to be issued. */
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

/** A form as an emission, a correction or a registration takes it. */
export const pedidoOf = <Form extends Emisible>(
  tipo: TipoEmision<Form>,
  id: string,
  idempotencyKey: string,
  form: Form,
): PedidoEmision<Form> => ({ ...documentoOf(tipo, id, form), idempotencyKey })
