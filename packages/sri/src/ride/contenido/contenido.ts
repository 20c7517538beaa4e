import type { Fecha } from '@yupana/fiscal'

/**
 * Content of a RIDE, without its layout. Each document type builds it from its XML, and the A4 page and the ticket draw it. All texts are
 * ready to print.
 */
export interface ContenidoRide {
  /** «FACTURA». */
  readonly titulo: string
  readonly emisor: Emisor
  readonly clave: Clave
  /** For a sheet that is no document of the SRI: data shown instead of authorisation and clave de acceso. */
  readonly comercial?: readonly Dato[]
  /** Receiver of the document, and other data that the law requires near the top. */
  readonly sujeto: readonly Dato[]
  /** Main content: one table of lines, or one block for each receiver of a guía. */
  readonly cuerpo: readonly Bloque[]
  readonly totales: readonly Total[]
  readonly adicional: readonly Dato[]
  readonly pagos: Tabla
  /** Blocks of some documents: rubros de terceros, sustitutiva de guía, reembolsos. Empty ones are left out. */
  readonly bloques: readonly Bloque[]
}

export interface Emisor {
  readonly razonSocial: string
  readonly nombreComercial?: string | undefined
  readonly ruc: string
  /** Label of the number, if it is no RUC. */
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
  /** Undefined in the draft of a guía: its day is only in the clave. */
  readonly fechaEmision?: Fecha | undefined
}

export interface Dato {
  readonly nombre: string
  readonly valor: string
  /** Whether it takes the whole width instead of sharing a line. */
  readonly ancho?: boolean
}

export interface Columna {
  readonly titulo: string
  /** 'monto' never wraps and is right-aligned; 'codigo' wraps at a narrow width; 'texto' takes the remaining width. */
  readonly tipo: 'monto' | 'codigo' | 'texto'
  /** Largest width of a 'codigo', as a part of the table's width. */
  readonly tope?: number
}

export interface Celda {
  readonly texto: string
  /** Smaller lines under the text. */
  readonly notas?: readonly string[]
}

export interface Tabla {
  /** One head over all columns instead of theirs. */
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

/** Pairs with a value, in order, for the optional elements of a document type. */
export const filled = (pares: readonly (readonly [nombre: string, valor: string | undefined, ancho?: 'ancho'])[]): Dato[] =>
  pares.flatMap(([nombre, valor, ancho]) => (valor ? [{ nombre, valor, ...(ancho ? { ancho: true } : {}) }] : []))
