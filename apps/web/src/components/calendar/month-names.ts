import { dayOfWeek, type Fecha } from '@yupana/fiscal'

export const MESES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const
/** Monday first. */
export const DIAS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const mesOf = (fecha: Fecha): string => MESES[Number(fecha.slice(5, 7)) - 1] ?? ''

/** «viernes 20 de noviembre de 2026», for screen readers. */
export const spokenFecha = (fecha: Fecha): string =>
  `${DIAS[dayOfWeek(fecha) - 1]} ${Number(fecha.slice(8))} de ${mesOf(fecha)} de ${fecha.slice(0, 4)}`
