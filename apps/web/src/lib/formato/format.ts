import { displayFecha, fechaIn, isFecha, ZONA_HORARIA, type Fecha } from '@yupana/fiscal'

import { serverNow } from '../sesion/server-clock.ts'

/** «20/11/2026». */
export const fechaText = displayFecha

const hour = new Intl.DateTimeFormat('es-EC', { timeZone: ZONA_HORARIA, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Time of an ISO instant in Ecuador, «14:32», whatever the computer's time zone. */
export const horaText = (instant: string): string => hour.format(new Date(instant))

/** An ISO instant in Ecuador: «20/11/2026 14:32». */
export const momentoText = (instant: string): string => `${fechaText(fechaIn(new Date(instant)))} ${horaText(instant)}`

/** Today in Ecuador, by the server's clock. */
export const today = (): Fecha => fechaIn(new Date(serverNow()))

const DAY_FIRST = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/
const PACKED = /^(\d{2})(\d{2})(\d{4})$/

const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year)

/** A typed day (dd/mm/yyyy, d/m/yy, ddmmyyyy) as `yyyy-MM-dd`; undefined if it is no day. */
export function readFecha(text: string): Fecha | undefined {
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(text.trim()) ?? PACKED.exec(text.trim()) ?? []
  const fecha = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isFecha(fecha) ? fecha : undefined
}

const MONTH_FIRST = /^(\d{1,2})[/.\- ](\d{4}|\d{2})$/
const PACKED_MONTH = /^(\d{2})(\d{4})$/

/** «11/2026» of `yyyy-MM`. */
export const mesText = (mes: string): string => `${mes.slice(5, 7)}/${mes.slice(0, 4)}`

/** A typed month (mm/yyyy, m/yy, mmyyyy) as `yyyy-MM`; undefined if it is no month. */
export function readMes(text: string): string | undefined {
  const [, month = '', year = ''] = MONTH_FIRST.exec(text.trim()) ?? PACKED_MONTH.exec(text.trim()) ?? []
  const mes = `${fullYear(year)}-${month.padStart(2, '0')}`
  return isFecha(`${mes}-01`) ? mes : undefined
}
