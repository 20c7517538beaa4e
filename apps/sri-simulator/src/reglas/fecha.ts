// Dates of a document against the clock of the authority.
import { dayOf } from '../reloj.ts'

/** Days since 1970 of `dd/mm/yyyy`; undefined for a day outside the calendar. */
export function dayOfFecha(fecha: string): number | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(fecha) ?? []
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(ms)
  return date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1 ? ms / 86_400_000 : undefined
}

export type ProblemaFecha = { readonly codigo: '65' | '67'; readonly detalle: string }

export function fechaProblem(fecha: string, now: number, toleranciaDias: number): ProblemaFecha | undefined {
  const day = dayOfFecha(fecha)
  if (day === undefined) return { codigo: '67', detalle: `La fecha ${fecha} no existe` }
  const age = dayOf(now) - day
  if (age >= 0 && age <= toleranciaDias) return undefined
  return {
    codigo: '65',
    detalle: `La fecha de emisión está fuera del rango de tolerancia [${toleranciaDias * 1440} minutos], o es mayor a la fecha del servidor`,
  }
}
