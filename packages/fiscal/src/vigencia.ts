/** Legal facts with a period of validity and where they come from. Newest first in every table. */
import type { Fecha } from './fecha.ts'

/** V: official text seen. M: one source or transcription. R: recalled, confirm before relying on it. */
export type Confianza = 'V' | 'M' | 'R'

export interface Vigencia {
  /** First day it holds; absent: as far back as documents go. */
  validFrom?: Fecha
  /** Last day it holds, inclusive; absent: still in force. */
  validTo?: Fecha
  source: string
  confidence: Confianza
  note?: string
}

/** Whether it holds on that day, both ends included. */
export const isVigente = (vigencia: Pick<Vigencia, 'validFrom' | 'validTo'>, fecha: Fecha): boolean =>
  (vigencia.validFrom === undefined || vigencia.validFrom <= fecha) &&
  (vigencia.validTo === undefined || fecha <= vigencia.validTo)

/** The first entry that holds on that day. */
export const vigenteAt = <T extends Pick<Vigencia, 'validFrom' | 'validTo'>>(table: readonly T[], fecha: Fecha): T | undefined =>
  table.find((entry) => isVigente(entry, fecha))
