/** Reads the words of an enmienda as figures; undefined for words that cannot be read. */
import { parseEntrada } from '../valor/entrada.ts'
import { fitsDecimals, fromUnits, type Monto, type Porcentaje } from '../valor/monto.ts'

const amount = (text: string, decimals: number): Monto | undefined => {
  const read = parseEntrada(text, decimals)
  return read.ok && read.monto >= 0 ? read.monto : undefined
}

/** «15», «15%», «12,5 %»: ×10^6. */
export const readPorcentaje = (text: string, decimals = 2): Monto | undefined => amount(text.trim().replace(/\s*%$/, ''), decimals)

/** «50», «$1,000.00»: ×10^6. */
export const readDolares = (text: string, decimals = 6): Monto | undefined => amount(text, decimals)

/** «5», «5 días», «Día 7». */
export function readEntero(text: string): number | undefined {
  const match = /^(?:día\s+)?(\d{1,3})(?:\s+días?)?$/i.exec(text.trim())
  return match ? Number(match[1]) : undefined
}

/** «Sí» or «No». */
export function readSiNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  return word === 'sí' || word === 'si' ? true : word === 'no' ? false : undefined
}

export interface ValorIce {
  adValorem?: Monto
  especifico?: Monto
  unidad?: string
}

const POR = /^(.+?)\s+por\s+(.+)$/i

/** «75%», «$0.16 por cigarrillo», «75% + $10.00 por litro de alcohol puro». */
export function readIce(text: string): ValorIce | undefined {
  const [first = '', second, ...rest] = text.split('+').map((part) => part.trim())
  if (rest.length > 0 || first === '') return undefined
  const specific = POR.exec(second ?? first)
  const adValorem = specific && second === undefined ? undefined : readPorcentaje(first)
  if ((second !== undefined && !specific) || (adValorem === undefined && (second !== undefined || !specific))) return undefined
  const especifico = specific ? readDolares(specific[1] ?? '') : undefined
  if (specific && especifico === undefined) return undefined
  return {
    ...(adValorem === undefined ? {} : { adValorem }),
    ...(especifico === undefined ? {} : { especifico }),
    ...(specific?.[2] ? { unidad: specific[2] } : {}),
  }
}

/** Codes of documents, after the word «Comprobantes» or alone: «01, 03, 41». */
export function readTipos(text: string): string[] | undefined {
  const codes = text
    .trim()
    .replace(/^comprobantes\s+/i, '')
    .split(/[\s,]+/)
  return codes.every((code) => /^\d{2,3}$/.test(code)) && new Set(codes).size === codes.length ? codes : undefined
}

/** Days «dd/MM», as the calendar writes them: `MM-dd`, in order. */
export function readDias(text: string): string[] | undefined {
  const days = text
    .trim()
    .split(/[\s,]+/)
    .map((day) => /^(\d{2})\/(\d{2})$/.exec(day))
  if (days.some((day) => day === null)) return undefined
  const read = days.map((day) => `${day?.[2]}-${day?.[1]}`)
  return new Set(read).size === read.length ? read.sort() : undefined
}

/** A percentage that a document can carry: two decimals, at most `most` percent. */
export const isPorcentaje = (value: Porcentaje | undefined, most: number): boolean =>
  value !== undefined && fitsDecimals(value) && value <= fromUnits(most)
