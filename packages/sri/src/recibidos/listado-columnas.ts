import { ListadoError } from './listado-error.ts'

/** What a column holds, by the names the portal has given it over the years. */
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
  /** The cell of a row; empty where the column or the cell is missing. */
  celda(celdas: readonly string[], columna: ColumnaListado): string
}

/** Tab as the portal writes it; semicolon and comma where a spreadsheet wrote it again. */
const SEPARADORES = ['\t', ';', ',']

const normalised = (name: string) =>
  unquoted(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .replace(/[\s.]+/g, '_')

/** A cell without white space and without the quotes a spreadsheet may put around it. */
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
