import { addDays, addMonths, dayOfWeek, firstOfMonth, firstOfWeek, type Fecha } from '@yupana/fiscal'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

import { today } from '../../lib/formato/format.ts'
import { CalendarButton, CalendarChoice, CalendarFoot, CalendarHead, yearOptions } from './calendar-parts.tsx'
import classes from './calendar.module.css'
import { capital, DIAS, mesOf, MESES, spokenFecha } from './month-names.ts'

const WEEKS = [0, 1, 2, 3, 4, 5]
const MONTH_OPTIONS = MESES.map((mes, at) => ({ value: String(at), label: capital(mes) }))

const MOVES: Record<string, (day: Fecha) => Fecha> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: firstOfWeek,
  End: (day) => addDays(day, 7 - dayOfWeek(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

interface CalendarProps {
  value: Fecha | undefined
  min: Fecha
  max: Fecha
  onChoose: (day: Fecha | undefined) => void
}

/** A month of days: arrows move by day and week, Inicio and Fin within the week, Av Pág and Re Pág by month. */
export function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const clamp = (day: Fecha): Fecha => (day < min ? min : day > max ? max : day)
  const now = today()
  const [cursor, setCursor] = useState(() => clamp(value ?? now))
  const grid = useRef<HTMLTableElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    if (isMoving.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoving.current = false
  }, [cursor])

  const move = (event: KeyboardEvent) => {
    const next = MOVES[event.key]?.(cursor)
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = true
    setCursor(clamp(next))
  }
  const first = firstOfWeek(firstOfMonth(cursor))
  const [year, month] = [Number(cursor.slice(0, 4)), Number(cursor.slice(5, 7)) - 1]
  const toMonth = (months: number) => setCursor(clamp(addMonths(cursor, months)))
  return (
    <div className={classes.calendar}>
      <CalendarHead step="Mes" onStep={toMonth}>
        <CalendarChoice label="Mes" value={String(month)} options={MONTH_OPTIONS} onChange={(at) => toMonth(Number(at) - month)} />
        <CalendarChoice
          label="Año"
          value={String(year)}
          options={yearOptions(min, max)}
          onChange={(chosen) => toMonth((Number(chosen) - year) * 12)}
        />
      </CalendarHead>
      <table role="grid" ref={grid} className={classes.grid} aria-label={`${capital(mesOf(cursor))} ${year}`} onKeyDown={move}>
        <thead>
          <tr>
            {DIAS.map((dia) => (
              <th key={dia} scope="col" abbr={capital(dia)}>
                {capital(dia.slice(0, 2))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKS.map((week) => (
            <tr key={week}>
              {DIAS.map((dia, weekday) => {
                const day = addDays(first, week * 7 + weekday)
                return (
                  <td key={dia} role="gridcell" aria-selected={day === value}>
                    <CalendarButton
                      className={classes.day}
                      aria-label={spokenFecha(day)}
                      aria-current={day === now ? 'date' : undefined}
                      disabled={day < min || day > max}
                      data-outside={day.slice(0, 7) !== cursor.slice(0, 7) || undefined}
                      data-chosen={day === value || undefined}
                      tabIndex={day === cursor ? 0 : -1}
                      data-autofocus={day === cursor || undefined}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </CalendarButton>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <CalendarFoot isNowOff={now < min || now > max} onNow={() => onChoose(now)} onClear={() => onChoose(undefined)} />
    </div>
  )
}
