import { useState } from 'react'

import { today } from '../../lib/formato/format.ts'
import { CalendarButton, CalendarChoice, CalendarFoot, CalendarHead, yearOptions } from './calendar-parts.tsx'
import classes from './calendar.module.css'
import { capital, MESES } from './month-names.ts'

interface MonthCalendarProps {
  /** `yyyy-MM`, as the bounds. */
  value: string | undefined
  min: string
  max: string
  onChoose: (mes: string | undefined) => void
}

/** The twelve months of a year. */
export function MonthCalendar({ value, min, max, onChoose }: MonthCalendarProps) {
  const now = today().slice(0, 7)
  const [year, setYear] = useState(() => Number((value ?? (now > max ? max : now < min ? min : now)).slice(0, 4)))
  const step = (by: number) => setYear(Math.min(Number(max.slice(0, 4)), Math.max(Number(min.slice(0, 4)), year + by)))
  return (
    <div className={classes.calendar}>
      <CalendarHead step="Año" onStep={step}>
        <CalendarChoice label="Año" value={String(year)} options={yearOptions(min, max)} onChange={(chosen) => setYear(Number(chosen))} />
      </CalendarHead>
      <div className={classes.months} role="group" aria-label={String(year)}>
        {MESES.map((nombre, at) => {
          const mes = `${year}-${String(at + 1).padStart(2, '0')}`
          return (
            <CalendarButton
              key={nombre}
              className={classes.month}
              aria-label={`${nombre} de ${year}`}
              aria-current={mes === now ? 'date' : undefined}
              aria-pressed={mes === value}
              data-chosen={mes === value || undefined}
              data-autofocus={mes === (value ?? now) || undefined}
              disabled={mes < min || mes > max}
              onClick={() => onChoose(mes)}
            >
              {capital(nombre.slice(0, 3))}
            </CalendarButton>
          )
        })}
      </div>
      <CalendarFoot isNowOff={now < min || now > max} onNow={() => onChoose(now)} onClear={() => onChoose(undefined)} />
    </div>
  )
}
