/** Working days in Ecuador: weekends and national days of rest. Local ones and executive bridges are not known here. */
import { addDays, dayOfWeek, type Fecha } from './fecha.ts'
import { FERIADOS } from './tablas/feriados.ts'

/** Whether the day is a national day of rest; false in a year whose calendar is not known. */
export const isFeriado = (fecha: Fecha): boolean => FERIADOS[fecha.slice(0, 4)]?.dias.split(' ').includes(fecha.slice(5)) === true

/** Whether the calendar of that year is known, so that an answer about its days can be relied on. */
export const knowsFeriados = (fecha: Fecha): boolean => FERIADOS[fecha.slice(0, 4)] !== undefined

export const isDiaHabil = (fecha: Fecha): boolean => dayOfWeek(fecha) <= 5 && !isFeriado(fecha)

/** The day itself when it is a working day, else the next one that is. */
export function siguienteHabil(fecha: Fecha): Fecha {
  let day = fecha
  while (!isDiaHabil(day)) day = addDays(day, 1)
  return day
}

/** The day that is `days` working days later; the day itself does not count. `days` ≥ 0. */
export function addDiasHabiles(fecha: Fecha, days: number): Fecha {
  let day = fecha
  for (let left = days; left > 0; left -= 1) day = siguienteHabil(addDays(day, 1))
  return day
}
