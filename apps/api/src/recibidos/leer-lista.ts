import { COD_DOC, readClaveAcceso, receptorKey, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { readUtf16 } from '../hoja/utf16.ts'
import { RecibidoError, type Destino } from './recibidos.ts'

const MAX_BYTES = 2_000_000
/** Claves asked for at once. */
export const MAX_CLAVES = 2_000
const TRAIBLES: readonly string[] = [COD_DOC.FACTURA, COD_DOC.NOTA_CREDITO, COD_DOC.NOTA_DEBITO, COD_DOC.RETENCION]

/** One clave of a list, or why it is not asked for. */
export interface ClaveLeida {
  /** As it is spoken of: the clave, or the line it should be in. */
  readonly nombre: string
  readonly clave?: string
  readonly problema?: string
}

/** Whether a file is text with claves rather than XML or a ZIP. */
export function isLista(archivo: string, bytes: Uint8Array): boolean {
  if (/\.(xml|zip)$/i.test(archivo) || (bytes[0] === 0x50 && bytes[1] === 0x4b)) return false
  return !/^\s*</.test(textOf(bytes.subarray(0, 400)))
}

const textOf = (bytes: Uint8Array): string => readUtf16(bytes) ?? new TextDecoder().decode(bytes)

/** The claves of the SRI's list file, whatever its columns are this year. @throws RecibidoError where it has none */
export function clavesOfFile(bytes: Uint8Array, destino: Destino): ClaveLeida[] {
  if (bytes.length > MAX_BYTES) throw new RecibidoError('La lista pasa de 2 MB: bájela por semanas.')
  return clavesOf(textOf(bytes), destino)
}

/** @throws RecibidoError where there is no clave in the text, or too many */
export function clavesOf(text: string, destino: Destino): ClaveLeida[] {
  const found = new Map<string, ClaveLeida>()
  text.split(/\r\n|\r|\n/).forEach((linea, at) => {
    // A clave often stands twice in its line: as clave, and as number of authorisation.
    for (const run of linea.match(/\d{40,}/g) ?? []) if (!found.has(run)) found.set(run, judge(run, at + 1, destino))
  })
  if (found.size === 0) throw new RecibidoError(whyNone(text))
  if (found.size > MAX_CLAVES) throw new RecibidoError(`La lista tiene más de ${MAX_CLAVES} claves: divídala.`)
  return [...found.values()]
}

function whyNone(text: string): string {
  if (/\d[.,]\d+E\+4\d/i.test(text)) return 'La hoja de cálculo redondeó las claves: use el archivo como lo bajó del SRI.'
  const [first = ''] = text.trim().split(/\r\n|\r|\n/)
  const columnas = first
    .split(/[\t;,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (columnas.length < 3) return 'No hay ninguna clave de acceso de 49 dígitos.'
  const named = columnas
    .slice(0, 6)
    .join(', ')
    .replace(/\p{Cc}/gu, '')
    .slice(0, 120)
  return `La lista no tiene la columna de la clave de acceso. Sus columnas: ${named}.`
}

function judge(run: string, linea: number, { ruc, isProduccion }: Destino): ClaveLeida {
  const clave = run.length === 49 ? readClaveAcceso(run) : undefined
  if (!clave) return { nombre: `Línea ${linea}`, problema: `La clave de acceso no es válida: …${run.slice(-12)}.` }
  const refuse = (problema: string): ClaveLeida => ({ nombre: run, problema })
  if (!TRAIBLES.includes(clave.codDoc))
    return refuse(
      clave.codDoc === COD_DOC.GUIA_REMISION
        ? 'Es una guía de remisión: no se registra como compra.'
        : 'De este tipo de comprobante no se registra nada.',
    )
  if (receptorKey(TIPO_IDENTIFICACION.RUC, clave.ruc) === receptorKey(TIPO_IDENTIFICACION.RUC, ruc))
    return refuse('Lo emitió su propia empresa.')
  if (isProduccion && clave.ambiente !== '2') return refuse('Es un comprobante de pruebas: no tiene validez tributaria.')
  return { nombre: run, clave: run }
}
