import { ListadoError } from './listado-error.ts'

/** Names of the columns, from the portal's files over the years. */
const NOMBRES = {
  tipo: ['TIPO_COMPROBANTE', 'COMPROBANTE'],
  ruc: ['RUC_EMISOR'],
  razonSocial: ['RAZON_SOCIAL_EMISOR'],
  claveAcceso: ['CLAVE_ACCESO', 'CLAVE_DE_ACCESO'],
  fechaAutorizacion: ['FECHA_AUTORIZACION'],
  identificacionReceptor: ['IDENTIFICACION_RECEPTOR'],
  totalSinImpuestos: ['VALOR_SIN_IMPUESTOS'],
  iva: ['IVA'],
  importeTotal: ['IMPORTE_TOTAL'],
  documentoModificado: ['NUMERO_DOCUMENTO_MODIFICADO'],
} as const

export type ColumnaListado = keyof typeof NOMBRES

export interface Cabecera {
  readonly separador: string
  /** The cell of a row; empty when the column or the cell is missing. */
  celda(celdas: readonly string[], columna: ColumnaListado): string
}

/** Tab in files of the portal; semicolon or comma in files saved by a spreadsheet. */
const SEPARADORES = ['\t', ';', ',']

const normalised = (name: string) =>
  unquoted(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .replace(/[\s.]+/g, '_')

/** A cell without surrounding white space, and without quotes of a spreadsheet. */
export const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim()

/** Reads the head of a list. Throws `ListadoError` NO_LISTADO without a column of claves. */
export function readCabecera(linea: string): Cabecera {
  for (const separador of SEPARADORES) {
    const names = linea.split(separador).map(normalised)
    const placeOf = (columna: ColumnaListado) => names.findIndex((name) => (NOMBRES[columna] as readonly string[]).includes(name))
    if (placeOf('claveAcceso') < 0) continue
    const places = Object.fromEntries((Object.keys(NOMBRES) as ColumnaListado[]).map((columna) => [columna, placeOf(columna)])) as Record<
      ColumnaListado,
      number
    >
    return { separador, celda: (celdas, columna) => unquoted(celdas[places[columna]] ?? '') }
  }
  throw new ListadoError(
    'NO_LISTADO',
    'El archivo no es un listado de comprobantes del SRI: su primera línea no tiene la columna CLAVE_ACCESO.',
  )
}
