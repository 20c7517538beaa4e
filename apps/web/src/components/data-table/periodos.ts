import { addDays, addMonths, firstOfMonth, firstOfWeek, type Fecha } from '@yupana/fiscal'

export interface Periodo {
  value: string
  label: string
  desde: Fecha | ''
  hasta: Fecha | ''
}

/** The most frequent ranges of days, relative to this day; weeks begin on Monday. */
export function periodosOn(hoy: Fecha): readonly Periodo[] {
  const [lunes, primero] = [firstOfWeek(hoy), firstOfMonth(hoy)]
  return [
    { value: 'hoy', label: 'Hoy', desde: hoy, hasta: hoy },
    { value: 'semana', label: 'Esta semana', desde: lunes, hasta: addDays(lunes, 6) },
    { value: 'mes', label: 'Este mes', desde: primero, hasta: addDays(addMonths(primero, 1), -1) },
    { value: 'mes_pasado', label: 'Mes pasado', desde: addMonths(primero, -1), hasta: addDays(primero, -1) },
    { value: 'todas', label: 'Todas las fechas', desde: '', hasta: '' },
  ]
}
