import type { Fecha } from '@yupana/fiscal'

/**
 * What a RIDE says, apart from how it is laid out. Each document type declares one of these from its XML; the A4 page and the
 * ticket draw any of them. All texts are ready to print.
 */
export interface ContenidoRide {
  /** «FACTURA». */
  readonly titulo: string
  readonly emisor: Emisor
  readonly clave: Clave
  /** Of what is no document of the SRI: what stands in the place of authorisation and clave de acceso. */
  readonly comercial?: readonly Dato[]
  /** Who receives the document, and what else the law wants near the top. */
  readonly sujeto: readonly Dato[]
  /** What the document is about: one table of lines, or one block for each receiver of a guía. */
  readonly cuerpo: readonly Bloque[]
  readonly totales: readonly Total[]
  readonly adicional: readonly Dato[]
  readonly pagos: Tabla
  /** Blocks only some documents have: rubros de terceros, sustitutiva de guía, reembolsos. Empty ones are left out. */
  readonly bloques: readonly Bloque[]
}

export interface Emisor {
  readonly razonSocial: string
  readonly nombreComercial?: string | undefined
  readonly ruc: string
  /** What stands before the number where it is no RUC. */
  readonly rotulo?: string
  /** Addresses, régimen and obligations, one line each. */
  readonly datos: readonly Dato[]
}

export interface Clave {
  /** «001-001-000000123». */
  readonly numero: string
  /** 49 digits; undefined in a draft that has none yet. */
  readonly claveAcceso?: string | undefined
  /** «PRUEBAS» or «PRODUCCIÓN». */
  readonly ambiente: string
  readonly emision: string
  /** Undefined in the draft of a guía, whose clave alone says it. */
  readonly fechaEmision?: Fecha | undefined
}

export interface Dato {
  readonly nombre: string
  readonly valor: string
  /** Takes the whole width instead of sharing a line. */
  readonly ancho?: boolean
}

export interface Columna {
  readonly titulo: string
  /** 'monto' never wraps and stands right; 'codigo' wraps at a narrow width; 'texto' takes the room that is left. */
  readonly tipo: 'monto' | 'codigo' | 'texto'
  /** Widest a 'codigo' may grow, as a part of the table's width. */
  readonly tope?: number
}

export interface Celda {
  readonly texto: string
  /** Smaller lines under the text. */
  readonly notas?: readonly string[]
}

export interface Tabla {
  /** A head over all columns, in place of theirs. */
  readonly titulo?: string
  readonly columnas: readonly Columna[]
  readonly filas: readonly Fila[]
}

export interface Fila {
  readonly celdas: readonly Celda[]
  /** The same row on a narrow ticket: a text, and under it a remark on the left with an amount on the right. */
  readonly ticket: { readonly texto: string; readonly notas?: readonly string[]; readonly detalle: string; readonly valor: string }
}

export interface Total {
  readonly nombre: string
  readonly valor: string
  readonly destacado?: boolean
}

export interface Bloque {
  readonly titulo?: string
  readonly datos?: readonly Dato[]
  readonly tabla?: Tabla
}

/** The pairs whose value is there, in order: how a document type lists its optional elements. */
export const filled = (pares: readonly (readonly [nombre: string, valor: string | undefined, ancho?: 'ancho'])[]): Dato[] =>
  pares.flatMap(([nombre, valor, ancho]) => (valor ? [{ nombre, valor, ...(ancho ? { ancho: true } : {}) }] : []))
