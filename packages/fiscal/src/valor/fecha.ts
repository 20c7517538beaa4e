/** Calendar dates of Ecuador as `yyyy-MM-dd` strings. Nothing here reads the clock: instants are given. */

/** `yyyy-MM-dd`, a day of the Ecuadorian calendar. Two of them compare as text. */
export type Fecha = string

/** Mainland Ecuador has been at UTC−5 without summer time since 1993. */
const ECUADOR_OFFSET_MS = -5 * 3_600_000
const DAY_MS = 86_400_000
const FECHA = /^(\d{4})-(\d{2})-(\d{2})$/

/** The time zone every display uses (O-22). */
export const ZONA_HORARIA = 'America/Guayaquil'

/** Earliest year a date picker offers. */
export const PRIMER_ANIO = 2015

const fromUtc = (ms: number): Fecha => new Date(ms).toISOString().slice(0, 10)
const toUtc = (fecha: Fecha): number => {
  const ms = isFecha(fecha) ? Date.parse(`${fecha}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms)) throw new RangeError(`Fecha inválida: ${fecha}`)
  return ms
}

/** The calendar day in Ecuador at that instant: after 19:00 the UTC day is already tomorrow (O-22). */
export const fechaIn = (instant: Date): Fecha => fromUtc(instant.getTime() + ECUADOR_OFFSET_MS)

/** `HH:mm` in Ecuador. */
export const horaIn = (instant: Date): string => new Date(instant.getTime() + ECUADOR_OFFSET_MS).toISOString().slice(11, 16)

/** The instant at which that day begins in Ecuador. */
export const startOf = (fecha: Fecha): Date => new Date(toUtc(fecha) - ECUADOR_OFFSET_MS)

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0))

/** Whether the value is a real day written `yyyy-MM-dd`, from 1900 on. */
export function isFecha(value: unknown): value is Fecha {
  if (typeof value !== 'string') return false
  const match = FECHA.exec(value)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1900 && day >= 1 && day <= daysIn(year, month)
}

/** Negative when a comes first, 0 when equal, positive when b comes first. */
export const compare = (a: Fecha, b: Fecha): number => (a < b ? -1 : a > b ? 1 : 0)

/** The day `days` later (earlier when negative). RangeError when fecha is not a date. */
export const addDays = (fecha: Fecha, days: number): Fecha => fromUtc(toUtc(fecha) + days * DAY_MS)

/** Same day `months` later, or the last day of that month when it is shorter. */
export function addMonths(fecha: Fecha, months: number): Fecha {
  const start = new Date(toUtc(firstOfMonth(fecha)))
  start.setUTCMonth(start.getUTCMonth() + months)
  const month = fromUtc(start.getTime())
  const day = Math.min(Number(fecha.slice(8)), daysIn(Number(month.slice(0, 4)), Number(month.slice(5, 7))))
  return `${month.slice(0, 8)}${String(day).padStart(2, '0')}`
}

/** Whole days from a to b, negative when b is earlier. */
export const daysBetween = (a: Fecha, b: Fecha): number => (toUtc(b) - toUtc(a)) / DAY_MS

/** 1 Monday … 7 Sunday (the week starts on Monday, R-9.20). */
export const dayOfWeek = (fecha: Fecha): number => new Date(toUtc(fecha)).getUTCDay() || 7

export const firstOfWeek = (fecha: Fecha): Fecha => addDays(fecha, 1 - dayOfWeek(fecha))
export const firstOfMonth = (fecha: Fecha): Fecha => `${fecha.slice(0, 8)}01`
export const firstOfYear = (fecha: Fecha): Fecha => `${fecha.slice(0, 4)}-01-01`

/** Days of grace of the specification's date rule. */
export const DIAS_GRACIA = 4

/**
 * The specification's date validity: true without a date, or when today is no later than
 * the date plus 4 days. It mirrors an old grace and does NOT decide what may be issued (O-55).
 */
export const isWithinGrace = (fecha: Fecha | null | undefined, today: Fecha): boolean =>
  fecha === undefined || fecha === null || fecha === '' || today <= addDays(fecha, DIAS_GRACIA)

/** Default start of a date range: 4 days before today. */
export const defaultStart = (today: Fecha): Fecha => addDays(today, -DIAS_GRACIA)

/** A date for people: «20/11/2026». */
export const displayFecha = (fecha: Fecha): string => fecha.split('-').reverse().join('/')

/** Whether half a year begins, or ends, on that day. */
export const isFirstOfSemestre = (fecha: Fecha): boolean => /-(01|07)-01$/.test(fecha)
export const isLastOfSemestre = (fecha: Fecha): boolean => /-(06-30|12-31)$/.test(fecha)
