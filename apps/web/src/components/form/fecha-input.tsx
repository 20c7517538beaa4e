import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { addMonths, isFecha, PRIMER_ANIO, type Fecha } from '@yupana/fiscal'
import { useState, type ReactNode, type Ref } from 'react'

import { fechaText, mesText, readFecha, readMes, today } from '../../lib/formato/format.ts'
import { Calendar } from '../calendar/calendar.tsx'
import { MonthCalendar } from '../calendar/month-calendar.tsx'
import { PopoverButton } from '../popover/popover-button.tsx'
import classes from './fecha-input.module.css'

const ORDER = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]
const CALENDAR_PX = 306
const YEARS_AHEAD = 20

/** First selectable day. */
export const FECHA_MIN: Fecha = `${PRIMER_ANIO}-01-01`
const fechaMax = (): Fecha => addMonths(today(), YEARS_AHEAD * 12)

export interface FechaInputProps {
  label: string
  /** `yyyy-MM-dd`, '', or typed text that is no date. */
  value: string
  /** Receives a value of the same kinds on blur, on Enter, or as soon as the typed date is complete. */
  onChange: (value: string) => void
  onBlur?: () => void
  min?: Fecha | undefined
  max?: Fecha | undefined
  error?: ReactNode
  description?: ReactNode
  name?: string
  ref?: Ref<HTMLInputElement>
  withAsterisk?: boolean
  labelProps?: Record<`data-${string}`, boolean | undefined>
  'aria-required'?: boolean
}

interface Kind {
  placeholder: string
  /** Pattern of a complete text, which is read at once. */
  whole: RegExp
  read: (text: string) => string | undefined
  show: (value: string) => string
}

const DAY: Kind = {
  placeholder: 'dd/mm/aaaa',
  whole: /^(\d{2}\/\d{2}\/\d{4}|\d{8})$/,
  read: readFecha,
  show: (value) => (isFecha(value) ? fechaText(value) : value),
}
const MONTH: Kind = {
  placeholder: 'mm/aaaa',
  whole: /^(\d{2}\/\d{4}|\d{6})$/,
  read: readMes,
  show: (value) => (isFecha(`${value}-01`) ? mesText(value) : value),
}

interface TypedInputProps extends Omit<FechaInputProps, 'min' | 'max'> {
  kind: Kind
  calendar: (close: () => void) => ReactNode
}

/** The text input, beside the button of the calendar. */
function TypedInput({ kind, calendar, value, onChange, onBlur, ...shown }: TypedInputProps) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? kind.show(value)
  const read = (typed: string) => {
    const next = kind.read(typed) ?? typed.trim()
    setDraft(undefined)
    if (next !== value) onChange(next)
  }
  return (
    <TextInput
      {...shown}
      value={text}
      placeholder={kind.placeholder}
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={ORDER}
      className={classes.fecha}
      rightSection={
        <PopoverButton label={`Abrir calendario: ${shown.label}`} target={<IconCalendar size={18} />} width={CALENDAR_PX}>
          {calendar}
        </PopoverButton>
      }
      onChange={({ currentTarget }) => {
        if (kind.whole.test(currentTarget.value)) read(currentTarget.value)
        else setDraft(currentTarget.value)
      }}
      onBlur={() => {
        read(text)
        onBlur?.()
      }}
      onKeyDown={({ key }) => key === 'Enter' && read(text)}
    />
  )
}

/** A day, typed (dd/mm/yyyy, d/m/yy, ddmmyyyy) or picked. In a form use CampoFecha. */
export function FechaInput({ min = FECHA_MIN, max = fechaMax(), ...props }: FechaInputProps) {
  const calendar = (close: () => void) => (
    <Calendar
      value={isFecha(props.value) ? props.value : undefined}
      min={min}
      max={max}
      onChoose={(day) => {
        props.onChange(day ?? '')
        close()
      }}
    />
  )
  return <TypedInput kind={DAY} calendar={calendar} {...props} />
}

/** A month `yyyy-MM`, typed (mm/yyyy, m/yy, mmyyyy) or picked. In a form use CampoMes. */
export function MesInput({ min = FECHA_MIN, max = fechaMax(), ...props }: FechaInputProps) {
  const calendar = (close: () => void) => (
    <MonthCalendar
      value={isFecha(`${props.value}-01`) ? props.value : undefined}
      min={min.slice(0, 7)}
      max={max.slice(0, 7)}
      onChoose={(mes) => {
        props.onChange(mes ?? '')
        close()
      }}
    />
  )
  return <TypedInput kind={MONTH} calendar={calendar} {...props} />
}
