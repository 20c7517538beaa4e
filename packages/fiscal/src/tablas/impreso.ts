/** Percentages as an official table prints them: one, several to choose from, a range, or words. */
import { fromDecimal, type Porcentaje } from '../valor/monto.ts'

/** A number is the percentage; text is printed instead of a number. */
export type Impreso = number | string

/** Code, concept, percentage of the first period, percentage of the second where it changed. */
export type FilaRetencion = readonly [codigo: string, concepto: string, antes: Impreso, ahora?: Impreso]

export interface Porcentajes {
  /** The single percentage ×10^6; absent when there is a choice. */
  porcentaje?: Porcentaje
  /** The percentages to choose from. */
  opciones?: readonly Porcentaje[]
  /** Lowest and highest percentage. */
  rango?: readonly [desde: Porcentaje, hasta: Porcentaje]
  /** Printed text, if it is not a single number. */
  texto?: string
}

const LIST = /^\d+(\.\d+)?(, \d+(\.\d+)?)* o \d+(\.\d+)?$/
const RANGE = /^(\d+(?:\.\d+)?) a (\d+(?:\.\d+)?)$/
const UP_TO = /^hasta (\d+(?:\.\d+)?)$/

/** Reads a percentage that may stand alone, with or without its sign: «2», «1.75%», «25 o 37». */
export function readPorcentajes(texto: string): Porcentajes {
  const plain = texto.trim().replace(/\s*%$/, '')
  return readImpreso(/^\d+(\.\d+)?$/.test(plain) ? Number(plain) : texto.trim())
}

/** Reads a printed percentage. Words without a percentage leave the choice free. */
export function readImpreso(impreso: Impreso): Porcentajes {
  if (typeof impreso === 'number') return { porcentaje: fromDecimal(impreso) }
  if (LIST.test(impreso)) return { opciones: impreso.split(/, | o /).map((one) => fromDecimal(Number(one))), texto: impreso }
  const range = RANGE.exec(impreso)
  if (range) return { rango: [fromDecimal(Number(range[1])), fromDecimal(Number(range[2]))], texto: impreso }
  const most = UP_TO.exec(impreso)
  return most ? { rango: [0, fromDecimal(Number(most[1]))], texto: impreso } : { texto: impreso }
}
