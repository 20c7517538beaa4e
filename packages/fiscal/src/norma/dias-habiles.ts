/** Working days in Ecuador, by weekends and national days of rest. Local days and executive bridges are not known. */
import { tablaOf, vigenciaOf } from './enmienda.ts'
import { addDays, dayOfWeek, type Fecha } from '../valor/fecha.ts'
import { readDias } from './norma-valor.ts'
import { FERIADOS, FERIADOS_FUENTE } from '../tablas/feriados.ts'
import { vigenteAt, type Vigencia } from './vigencia.ts'

/** Days of rest within a period of one year. */
export interface Calendario extends Vigencia {
  codigo: string
  /** `MM-dd`. */
  dias: readonly string[]
}

/** The only calendar. */
export const NACIONALES = 'NACIONALES'

export const tablaFeriados = tablaOf<Calendario>({
  temas: ['FERIADO'],
  base: Object.entries(FERIADOS).map(([year, { dias, confidence }]) => ({
    codigo: NACIONALES,
    dias: dias.split(' '),
    validFrom: `${year}-01-01`,
    validTo: `${year}-12-31`,
    source: FERIADOS_FUENTE,
    confidence,
  })),
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda) => {
    const dias = readDias(enmienda.valor)
    return dias && { codigo: enmienda.codigo, dias, ...vigenciaOf(enmienda) }
  },
})

const calendarioAt = (fecha: Fecha): Calendario | undefined => vigenteAt(tablaFeriados.rows(), fecha)

/** Whether the day is a national day of rest; false in a year whose calendar is not known. */
export const isFeriado = (fecha: Fecha): boolean => calendarioAt(fecha)?.dias.includes(fecha.slice(5)) === true

/** Whether the calendar of that year is known, so that an answer about its days can be relied on. */
export const knowsFeriados = (fecha: Fecha): boolean => calendarioAt(fecha) !== undefined

export const isDiaHabil = (fecha: Fecha): boolean => dayOfWeek(fecha) <= 5 && !isFeriado(fecha)

/** The day itself if it is a working day, else the next working day. */
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
