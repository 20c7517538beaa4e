// The text file «Comprobantes electrónicos recibidos» of the SRI's portal: one row per document, identified by its clave de acceso.
import { readClaveAcceso, type Fecha, type Monto } from '@yupana/fiscal'

import { tipoOfCodDoc, type TipoComprobante } from '../documentos/documentos.ts'
import { parseXsdDecimal } from '../documentos/arbol/xsd-decimal.ts'
import { readCabecera, type Cabecera } from './listado-columnas.ts'
import { ListadoError } from './listado-error.ts'

/** Bytes of the file: some 50,000 documents. */
export const LISTADO_MAX_BYTES = 10 * 1_048_576

/** A row of the list. Data inside the clave come from the clave; the rest may be missing. */
export interface ComprobanteListado {
  /** Line of the file, counted from 1. */
  readonly linea: number
  readonly tipo: TipoComprobante
  readonly claveAcceso: string
  readonly ruc: string
  readonly razonSocial: string
  /** «001-001-000000123». */
  readonly numero: string
  readonly fechaEmision: Fecha
  /** Verbatim, without time zone: «01/07/2026 21:06:55». */
  readonly fechaAutorizacion?: string | undefined
  readonly identificacionReceptor?: string | undefined
  /** The three amounts are empty for retenciones and guías. */
  readonly totalSinImpuestos?: Monto | undefined
  readonly iva?: Monto | undefined
  readonly importeTotal?: Monto | undefined
  /** «001-001-000000045», if the file has a number and not an internal identifier of the SRI. */
  readonly documentoModificado?: string | undefined
}

/** A line that was refused, or read in part; the message is Spanish and gives the reason. */
export interface AvisoListado {
  readonly linea: number
  readonly mensaje: string
}

export interface ListadoLeido {
  readonly comprobantes: readonly ComprobanteListado[]
  /** Lines without a usable document: none of them is in `comprobantes`. */
  readonly rechazadas: readonly AvisoListado[]
  readonly avisos: readonly AvisoListado[]
}

/**
 * Reads the SRI's list of received documents: UTF-8 or ISO-8859-1, present and older columns, rows broken in two, saved by a spreadsheet or
 * not. A bad row does not affect the others. Throws `ListadoError` when the file is no such list.
 */
export function readListado(source: string | Uint8Array): ListadoLeido {
  const lineas = (typeof source === 'string' ? source : decode(source)).replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lineas.findIndex((linea) => linea.trim() !== '')
  const cabecera = readCabecera(lineas[first] ?? '')
  const comprobantes: ComprobanteListado[] = []
  const rechazadas: AvisoListado[] = []
  const avisos: AvisoListado[] = []
  const seen = new Set<string>()
  for (const { linea, texto } of rowsOf(lineas, first, cabecera.separador)) {
    const leido = readRow(texto.split(cabecera.separador), cabecera, linea)
    if (typeof leido === 'string') rechazadas.push({ linea, mensaje: leido })
    else if (seen.has(leido.comprobante.claveAcceso))
      avisos.push({ linea, mensaje: `La clave de acceso ${leido.comprobante.claveAcceso} ya consta en el listado.` })
    else {
      seen.add(leido.comprobante.claveAcceso)
      comprobantes.push(leido.comprobante)
      avisos.push(...leido.avisos.map((mensaje) => ({ linea, mensaje })))
    }
  }
  return { comprobantes, rechazadas, avisos }
}

function decode(bytes: Uint8Array): string {
  if (bytes.length > LISTADO_MAX_BYTES) throw new ListadoError('TOO_LARGE', 'El listado supera 10 MB.')
  if (bytes.subarray(0, 1024).includes(0) || (bytes[0] === 0xff && bytes[1] === 0xfe))
    throw new ListadoError('ENCODING', 'El listado no es un archivo de texto en UTF-8 o ISO-8859-1.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

interface Row {
  readonly linea: number
  texto: string
}

/** Older files break a row before its amount: a line with few cells and without a clave continues the row before. */
function rowsOf(lineas: readonly string[], first: number, separador: string): Row[] {
  const rows: Row[] = []
  lineas.slice(first + 1).forEach((texto, index) => {
    if (texto.trim() === '') return
    const last = rows.at(-1)
    const goesOn = last && !/\d{20}/.test(texto) && texto.split(separador).length <= 2
    if (goesOn) last.texto += (last.texto.endsWith(separador) ? '' : separador) + texto.trim()
    else rows.push({ linea: first + index + 2, texto })
  })
  return rows
}

function readRow(
  celdas: readonly string[],
  cabecera: Cabecera,
  linea: number,
): { comprobante: ComprobanteListado; avisos: string[] } | string {
  const claveAcceso = cabecera.celda(celdas, 'claveAcceso').replace(/^'/, '')
  const clave = readClaveAcceso(claveAcceso)
  if (!clave)
    return /^\d[.,]\d+E\+\d+$/i.test(claveAcceso)
      ? `Una hoja de cálculo recortó la clave de acceso (${claveAcceso}): use el archivo tal como lo entrega el SRI.`
      : `La clave de acceso «${claveAcceso.slice(0, 60)}» no es válida.`
  const tipo = tipoOfCodDoc(clave.codDoc)
  if (!tipo) return `El tipo de comprobante ${clave.codDoc} de la clave de acceso no se conoce.`
  const avisos: string[] = []
  const amountAt = (columna: 'totalSinImpuestos' | 'iva' | 'importeTotal'): Monto | undefined => {
    const texto = cabecera.celda(celdas, columna)
    const amount = texto === '' ? undefined : parseXsdDecimal(texto.replace(',', '.'))
    if (texto !== '' && amount === undefined) avisos.push(`El valor «${texto.slice(0, 40)}» no es un número.`)
    return amount
  }
  const textAt = (columna: 'fechaAutorizacion' | 'identificacionReceptor') => cabecera.celda(celdas, columna) || undefined
  const ruc = cabecera.celda(celdas, 'ruc')
  if (ruc !== '' && ruc !== clave.ruc) avisos.push(`El RUC del emisor (${ruc.slice(0, 20)}) no es el de la clave de acceso (${clave.ruc}).`)
  const modificado = cabecera.celda(celdas, 'documentoModificado')
  const comprobante: ComprobanteListado = {
    linea,
    tipo,
    claveAcceso,
    ruc: clave.ruc,
    razonSocial: cabecera.celda(celdas, 'razonSocial'),
    numero: `${clave.estab}-${clave.ptoEmi}-${clave.secuencial}`,
    fechaEmision: clave.fechaEmision,
    fechaAutorizacion: textAt('fechaAutorizacion'),
    identificacionReceptor: textAt('identificacionReceptor'),
    totalSinImpuestos: amountAt('totalSinImpuestos'),
    iva: amountAt('iva'),
    importeTotal: amountAt('importeTotal'),
    documentoModificado: /^\d{3}-\d{3}-\d{9}$/.test(modificado) ? modificado : undefined,
  }
  return { comprobante, avisos }
}
