/** National days of rest, month and day, as moved by the law of holidays. Executive bridges are not in it. */
import type { Confianza } from '../norma/vigencia.ts'

export const FERIADOS_FUENTE = 'Ley de feriados; calendario oficial de cada año'

export const FERIADOS: Readonly<Record<string, { confidence: Confianza; dias: string }>> = {
  '2024': { confidence: 'V', dias: '01-01 02-12 02-13 03-29 05-03 05-24 08-09 10-11 11-01 11-04 12-25' },
  '2025': { confidence: 'V', dias: '01-01 03-03 03-04 04-18 05-02 05-23 08-11 10-10 11-03 11-04 12-25' },
  '2026': { confidence: 'V', dias: '01-01 02-16 02-17 04-03 05-01 05-25 08-10 10-09 11-02 11-03 12-25' },
  '2027': { confidence: 'M', dias: '01-01 02-08 02-09 03-26 04-30 05-24 08-09 10-08 11-01 11-02 12-24 12-31' },
}
