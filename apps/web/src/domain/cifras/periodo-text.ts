import { PERIODO_REPORTE, type Fecha, type PeriodoReporte, type Rango } from '@yupana/fiscal'

import { mesOf } from '../../components/calendar/month-names.ts'
import { fechaText } from '../../lib/formato/format.ts'

/** «20/11/2026», «16 al 22 de noviembre de 2026», «noviembre de 2026», «2026». */
export function periodoText(periodo: PeriodoReporte, { desde, hasta }: Rango): string {
  if (periodo === PERIODO_REPORTE.ANUAL) return desde.slice(0, 4)
  if (periodo === PERIODO_REPORTE.MENSUAL) return `${mesOf(desde)} de ${desde.slice(0, 4)}`
  return periodo === PERIODO_REPORTE.DIARIO ? fechaText(desde) : rangoText({ desde, hasta })
}

const diaOf = (fecha: Fecha) => Number(fecha.slice(8))

/** «1 al 23 de octubre»; years appear if they differ. */
export function rangoText({ desde, hasta }: Rango): string {
  if (desde === hasta) return `${diaOf(desde)} de ${mesOf(desde)}`
  if (desde.slice(0, 7) === hasta.slice(0, 7)) return `${diaOf(desde)} al ${diaOf(hasta)} de ${mesOf(desde)}`
  const year = desde.slice(0, 4) === hasta.slice(0, 4) ? '' : ` de ${desde.slice(0, 4)}`
  return `${diaOf(desde)} de ${mesOf(desde)}${year} al ${diaOf(hasta)} de ${mesOf(hasta)}${year && ` de ${hasta.slice(0, 4)}`}`
}
