/** Legal facts with a period of validity and a source. Newest first in every table. */
import { addDays, type Fecha } from '../valor/fecha.ts'

/** V: official text seen. M: one source or transcription. R: recalled, confirm before relying on it. */
export type Confianza = 'V' | 'M' | 'R'

export interface Tramo {
  /** First day, inclusive; absent for a fact older than all documents. */
  validFrom?: Fecha
  /** Last day, inclusive; absent while in force. */
  validTo?: Fecha
}

export interface Vigencia extends Tramo {
  source: string
  confidence: Confianza
  note?: string
  /** The enmienda that added it; absent for a row of the program. */
  enmienda?: number
}

/** Whether a fact holds on a day; first and last day are included. */
export const isVigente = (vigencia: Tramo, fecha: Fecha): boolean =>
  (vigencia.validFrom === undefined || vigencia.validFrom <= fecha) && (vigencia.validTo === undefined || fecha <= vigencia.validTo)

/** The first entry that holds on that day. */
export const vigenteAt = <T extends Tramo>(table: readonly T[], fecha: Fecha): T | undefined =>
  table.find((entry) => isVigente(entry, fecha))

/** The part of an entry before that day; undefined when it has none. */
function before<T extends Tramo>(entry: T, day: Fecha | undefined): T | undefined {
  if (day === undefined || (entry.validFrom !== undefined && entry.validFrom >= day)) return undefined
  return entry.validTo !== undefined && entry.validTo < day ? entry : { ...entry, validTo: addDays(day, -1) }
}

/** The part of an entry after that day; undefined when it has none. */
function after<T extends Tramo>(entry: T, day: Fecha | undefined): T | undefined {
  if (day === undefined || (entry.validTo !== undefined && entry.validTo <= day)) return undefined
  return entry.validFrom !== undefined && entry.validFrom > day ? entry : { ...entry, validFrom: addDays(day, 1) }
}

/** Newest first. */
export const byNewest = (a: Tramo, b: Tramo): number => ((a.validFrom ?? '') < (b.validFrom ?? '') ? 1 : -1)

/** The periods of one fact with a newer one over them: on its days `row` holds, or nothing without a row. */
export function layOver<T extends Tramo>(periods: readonly T[], { validFrom, validTo }: Tramo, row: T | undefined): T[] {
  const rest = periods.flatMap((period) => [after(period, validTo), before(period, validFrom)])
  return [...rest, row].filter((period) => period !== undefined).sort(byNewest)
}
