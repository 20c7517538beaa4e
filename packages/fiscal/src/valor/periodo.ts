/** Periods of figures and reports: their days, and their text in an address. */
import { PERIODO_REPORTE, type PeriodoReporte } from '../documento/enumeraciones.ts'
import { addDays, addMonths, daysBetween, firstOfMonth, firstOfWeek, firstOfYear, isFecha, type Fecha } from './fecha.ts'

/** A range of days; both ends are included. */
export interface Rango {
  desde: Fecha
  hasta: Fecha
}

/** The whole period that contains that day; weeks begin on Monday. */
export function rangoDe(periodo: PeriodoReporte, dia: Fecha): Rango {
  switch (periodo) {
    case PERIODO_REPORTE.DIARIO:
      return { desde: dia, hasta: dia }
    case PERIODO_REPORTE.SEMANAL:
      return { desde: firstOfWeek(dia), hasta: addDays(firstOfWeek(dia), 6) }
    case PERIODO_REPORTE.MENSUAL:
      return { desde: firstOfMonth(dia), hasta: addDays(addMonths(firstOfMonth(dia), 1), -1) }
    case PERIODO_REPORTE.ANUAL:
      return { desde: firstOfYear(dia), hasta: `${dia.slice(0, 4)}-12-31` }
  }
}

/** `2026-11-20`, `2026-11-16,2026-11-22`, `2026-11-01` or `2026-01-01`: the specification's «Period date formats» (R-9.11–14, O-21). */
export function fechaDePeriodo(periodo: PeriodoReporte, dia: Fecha): string {
  const { desde, hasta } = rangoDe(periodo, dia)
  return periodo === PERIODO_REPORTE.SEMANAL ? `${desde},${hasta}` : desde
}

/** Reads a text of `fechaDePeriodo`; undefined for anything else. */
export function rangoDeFecha(periodo: PeriodoReporte, texto: string): Rango | undefined {
  const [dia = ''] = texto.split(',')
  return isFecha(dia) && fechaDePeriodo(periodo, dia) === texto ? rangoDe(periodo, dia) : undefined
}

/** The period `steps` later; earlier when negative. */
export function moverPeriodo(periodo: PeriodoReporte, { desde }: Rango, steps: number): Rango {
  if (periodo === PERIODO_REPORTE.DIARIO || periodo === PERIODO_REPORTE.SEMANAL)
    return rangoDe(periodo, addDays(desde, steps * (periodo === PERIODO_REPORTE.DIARIO ? 1 : 7)))
  return rangoDe(periodo, addMonths(desde, steps * (periodo === PERIODO_REPORTE.MENSUAL ? 1 : 12)))
}

/**
 * The range that a period is compared with: the previous period; while the period runs, the same number of its days. The 31st of a month
 * compares with the whole of a shorter one.
 */
export function comparable(periodo: PeriodoReporte, rango: Rango, hoy: Fecha): Rango {
  const antes = moverPeriodo(periodo, rango, -1)
  if (hoy < rango.desde || hoy >= rango.hasta) return antes
  const hasta = addDays(antes.desde, daysBetween(rango.desde, hoy))
  return { desde: antes.desde, hasta: hasta < antes.hasta ? hasta : antes.hasta }
}
