/** Report periods as the wire writes them (R-9.11 to, O-21). */
import { PERIODO_REPORTE, type PeriodoReporte } from './enumeraciones.ts'
import { addDays, firstOfMonth, firstOfWeek, firstOfYear, lastOfMonth, type Fecha } from './fecha.ts'

/** First and last day of the period that contains the date. Weeks start on Monday. */
export function rangeOf(periodo: PeriodoReporte, fecha: Fecha): { desde: Fecha; hasta: Fecha } {
  switch (periodo) {
    case PERIODO_REPORTE.DIARIO:
      return { desde: fecha, hasta: fecha }
    case PERIODO_REPORTE.SEMANAL:
      return { desde: firstOfWeek(fecha), hasta: addDays(firstOfWeek(fecha), 6) }
    case PERIODO_REPORTE.MENSUAL:
      return { desde: firstOfMonth(fecha), hasta: lastOfMonth(fecha) }
    case PERIODO_REPORTE.ANUAL:
      return { desde: firstOfYear(fecha), hasta: `${fecha.slice(0, 4)}-12-31` }
  }
}

/** The period as text: one date, two joined by a comma for a week, the first day of a month or year. */
export function formatPeriodo(periodo: PeriodoReporte, fecha: Fecha): string {
  const { desde, hasta } = rangeOf(periodo, fecha)
  return periodo === PERIODO_REPORTE.SEMANAL ? `${desde},${hasta}` : desde
}
