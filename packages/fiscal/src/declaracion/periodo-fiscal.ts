/** Period of a declaration: a month, or half a year. */
import { addDays, addMonths, type Fecha } from '../valor/fecha.ts'

export interface PeriodoFiscal {
  /** `2026-09`, or `2026-S1` for half a year. */
  codigo: string
  desde: Fecha
  hasta: Fecha
  meses: 1 | 6
}

const MENSUAL = /^(20\d\d)-(0[1-9]|1[0-2])$/
const SEMESTRAL = /^(20\d\d)-S([12])$/

const of = (codigo: string, desde: Fecha, meses: 1 | 6): PeriodoFiscal => ({
  codigo,
  desde,
  hasta: addDays(addMonths(desde, meses), -1),
  meses,
})

/** Reads `2026-09` or `2026-S2`; undefined for anything else. */
export function parsePeriodoFiscal(codigo: string): PeriodoFiscal | undefined {
  if (MENSUAL.test(codigo)) return of(codigo, `${codigo}-01`, 1)
  const [, anio, semestre] = SEMESTRAL.exec(codigo) ?? []
  return anio === undefined ? undefined : of(codigo, `${anio}-${semestre === '1' ? '01' : '07'}-01`, 6)
}

/** The period that contains a day. */
export function periodoFiscalDe(fecha: Fecha, meses: 1 | 6): PeriodoFiscal {
  if (meses === 1) return of(fecha.slice(0, 7), `${fecha.slice(0, 7)}-01`, 1)
  const first = fecha.slice(5, 7) <= '06'
  return of(`${fecha.slice(0, 4)}-S${first ? 1 : 2}`, `${fecha.slice(0, 4)}-${first ? '01' : '07'}-01`, 6)
}

/** The previous period of the same length. */
export const periodoFiscalAnterior = ({ desde, meses }: PeriodoFiscal): PeriodoFiscal => periodoFiscalDe(addMonths(desde, -meses), meses)

const MESES = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** «Septiembre de 2026», «Primer semestre de 2026». */
export function nombrePeriodoFiscal({ desde, meses }: Pick<PeriodoFiscal, 'desde' | 'meses'>): string {
  const anio = desde.slice(0, 4)
  if (meses === 6) return `${desde.slice(5, 7) === '01' ? 'Primer' : 'Segundo'} semestre de ${anio}`
  const mes = MESES[Number(desde.slice(5, 7)) - 1] ?? ''
  return `${mes.charAt(0).toUpperCase()}${mes.slice(1)} de ${anio}`
}

/** After a noun: «de septiembre de 2026», «del primer semestre de 2026». */
export const dePeriodoFiscal = (periodo: Pick<PeriodoFiscal, 'desde' | 'meses'>): string =>
  `${periodo.meses === 6 ? 'del' : 'de'} ${nombrePeriodoFiscal(periodo).toLowerCase()}`
