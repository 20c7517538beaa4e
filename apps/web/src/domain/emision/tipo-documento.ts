import type { ComprobanteCalls, ComprobanteDetalle, Contexto } from '@yupana/contract'
import { nombreComprobante, type Fecha, type Monto } from '@yupana/fiscal'

import { correosOf, type CompradorValores } from './comprador-valores.ts'
import type { TeclaConEfecto } from './teclas.ts'

/** What the form of every document holds, as text. */
export interface ValoresEmision {
  comprador: CompradorValores | null
  /** Addresses of this document, apart by comma, semicolon or space. */
  correos: string
  fecha_emision: Fecha
  /** Establecimiento and punto, `001-001`. */
  serie: string
}

/** Purpose of sending a form: a correction and a registration concern one document alone. */
export type ActoEmision = 'EMITIR' | 'CORREGIR' | 'REGISTRAR'

/** What is sent of a form. */
export interface Armada {
  /** As the calls of its type take it. */
  form: unknown
  /** The editor's field for a field name of the server. */
  campoOf: (campo: string) => string
}

/** Problems that block issuing, and warnings. */
export interface Revision {
  problemas: Hallazgo[]
  avisos: string[]
}

export interface Hallazgo {
  /** Path in the form; empty when it is the whole. */
  campo: string
  message: string
}

export const SIN_PUNTO: Hallazgo = { campo: 'serie', message: 'No tiene un punto de emisión activo: pida que le asignen uno.' }

/** In the order of the screen; `placeOf`: where a field stands, coarse first. */
export const inPlace = (problemas: readonly Hallazgo[], placeOf: (hallazgo: Hallazgo) => readonly number[]): Hallazgo[] =>
  [...problemas].sort((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)]
    const at = a.findIndex((place, n) => place !== b[n])
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  })

/** The first problem of each field. */
export const firstOfEach = (problemas: readonly Hallazgo[]): Hallazgo[] =>
  problemas.filter(({ campo }, at) => problemas.findIndex((other) => other.campo === campo) === at)

/** A row between the total and what is paid. */
export interface FilaNeto {
  label: string
  monto: Monto
}

/** Whom a document is made out to. */
export interface Receptor {
  nombre: string
  identificacion: string
  correos: readonly string[]
}

/** What the law demands next, and the page where it is done. */
export interface Siguiente {
  texto: string
  label: string
  to: string
}

export type Llamadas = Pick<
  ComprobanteCalls,
  | 'createBorrador'
  | 'editBorrador'
  | 'deleteBorrador'
  | 'readBorrador'
  | 'searchBorrador'
  | 'emit'
  | 'correct'
  | 'register'
  | 'duplicate'
  | 'read'
>

/**
 * A type of document as its editor issues it: everything else about drafts, sending, following and confirming is the same for all of
 * them. `V` is the form as it is typed, `F` what is sent.
 */
export interface TipoDocumento<V extends ValoresEmision, F> {
  /** Code of the SRI (ficha técnica, tabla 3). */
  readonly codigo: string
  /** Its editor's address. */
  readonly ruta: `/${string}`
  /** What the address of a new one says besides, where two types share a screen. */
  readonly consulta?: string
  /** Above its screen, where that is not the name of its kind. */
  readonly titulo?: string
  /** A feminine noun inside a sentence: «factura», «nota de débito». */
  readonly nombre: string
  readonly llamadas: Llamadas
  /** Begins another one, from its editor and from what was issued. */
  readonly teclaNueva?: TeclaConEfecto
  /** It also prints on a roll of 80 mm. */
  readonly hasTicket: boolean
  /** «Emitir» may leave out the question, up to the amount that its user chose (O-58). */
  readonly canSkipQuestion: boolean
  /** What whom it is made out to is called: «Cliente» unless said. */
  readonly rotulo?: string
  /** It has no amounts. */
  readonly sinTotal?: true
  empty(hoy: Fecha, serie: string): V
  /** Back from a stored form, for a duplicate or a correction. */
  valoresOf(form: F, fecha: Fecha): V
  /** What a draft keeps of it, where that is not everything. */
  guardadosOf?(valores: V): V
  /** With what a stored draft leaves out. @throws HttpError */
  completed?(valores: V): Promise<V>
  /** The form that the record of another screen begins it with. @throws HttpError */
  formFrom?(id: string): Promise<F>
  /** The form under the rules of its day. */
  withReglas(valores: V, contexto: Contexto): V
  /** Whether anything was typed that somebody would miss. */
  isWorthKeeping(valores: V): boolean
  /** ×10⁶; undefined when it leaves the range that a document admits. */
  totalOf(valores: V, fecha: Fecha): Monto | undefined
  /** Everything that the server would refuse, in the order of the screen; `fecha` is the day it would be issued. */
  revisar(valores: V, fecha: Fecha, contexto: Contexto): Revision
  /** What is sent. Ask for problems first; what cannot be read is left out. */
  armar(valores: V, total: Monto, acto?: ActoEmision): Armada
  /** What the SRI said of fields that this form has. */
  hallazgosOf(detalle: Pick<ComprobanteDetalle, 'mensajes'>, valores: V): Hallazgo[]
  /** The field where a problem of `campo` is mended. */
  editableOf(campo: string, valores: V): string
  /** Whom it is made out to, where that is not its `comprador`. */
  receptorOf?(valores: V): Receptor | undefined
  siguienteOf?(detalle: ComprobanteDetalle, contexto: Pick<Contexto, 'condiciones'>): Siguiente | undefined
  /** What is given back of the cash received; undefined where none was. */
  cambioOf(valores: V, total: Monto): Monto | undefined
  /** What its total comes to after what is withheld in the same step, row by row; empty where nothing is. */
  netoOf?(valores: V, fecha: Fecha): readonly FilaNeto[]
}

/** Whom it is made out to; undefined while nobody is chosen. */
export function receptorOf<V extends ValoresEmision>(
  tipo: Pick<TipoDocumento<V, unknown>, 'receptorOf'>,
  valores: V,
): Receptor | undefined {
  if (tipo.receptorOf) return tipo.receptorOf(valores)
  const { comprador, correos } = valores
  return comprador ? { nombre: comprador.razon_social, identificacion: comprador.identificacion, correos: correosOf(correos) } : undefined
}

/** Its name by itself, as lists and mails have it. */
export const tituloOf = ({ codigo, titulo }: Pick<TipoDocumento<ValoresEmision, unknown>, 'codigo' | 'titulo'>): string =>
  titulo ?? nombreComprobante(codigo)
