import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'

import classes from './calendar.module.css'

// Esc inside closes only the calendar, not the dialog below: the library's dialogs look for this mark.
const KEEPS_ESC = { 'data-mantine-stop-propagation': true } as const

export const CalendarButton = (props: ComponentPropsWithRef<'button'>) => <button type="button" {...KEEPS_ESC} {...props} />

interface HeadProps {
  /** Unit of a step, as in «Mes anterior» and «Mes siguiente». */
  step: 'Mes' | 'Año'
  onStep: (by: 1 | -1) => void
  children: ReactNode
}

/** Buttons for one step back and one forwards, with the content between them. */
export const CalendarHead = ({ step, onStep, children }: HeadProps) => (
  <div className={classes.head}>
    <CalendarButton className={classes.step} aria-label={`${step} anterior`} title={`${step} anterior`} onClick={() => onStep(-1)}>
      <IconChevronLeft size={18} />
    </CalendarButton>
    {children}
    <CalendarButton className={classes.step} aria-label={`${step} siguiente`} title={`${step} siguiente`} onClick={() => onStep(1)}>
      <IconChevronRight size={18} />
    </CalendarButton>
  </div>
)

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** Select of the month or the year. */
export const CalendarChoice = ({ label, value, options, onChange }: ChoiceProps) => (
  <select
    className={classes.choice}
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...KEEPS_ESC}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)

/** Every year between two days. */
export const yearOptions = (from: string, to: string) => {
  const first = Number(from.slice(0, 4))
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, at) => ({ value: String(first + at), label: String(first + at) }))
}

interface FootProps {
  isNowOff: boolean
  onNow: () => void
  onClear: () => void
}

export const CalendarFoot = ({ isNowOff, onNow, onClear }: FootProps) => (
  <div className={classes.foot}>
    <CalendarButton className={classes.action} onClick={onNow} disabled={isNowOff}>
      Hoy
    </CalendarButton>
    <CalendarButton className={classes.action} onClick={onClear}>
      Limpiar
    </CalendarButton>
  </div>
)
