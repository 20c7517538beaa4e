import type { Fecha } from '@yupana/fiscal'
import { useState } from 'react'

import { FECHA_MIN, FechaInput, MesInput, type FechaInputProps } from './fecha-input.tsx'
import { fechaProblem } from './fecha-entrada.ts'
import { useValueField, type FieldProps } from './use-field.ts'

interface CampoFechaProps extends FieldProps {
  min?: Fecha | undefined
  max?: Fecha | undefined
}

/** A day of a form, `yyyy-MM-dd` or ''. Invalid text stays as typed, and the schema refuses it (fechaEntrada). */
export function CampoFecha({ name, required, ...shown }: CampoFechaProps) {
  const { look, ...field } = useValueField<string>({ name, required })
  return <FechaInput {...shown} {...look} {...field} name={name} />
}

/** A month of a form, `yyyy-MM` or ''. */
export function CampoMes({ name, required, ...shown }: CampoFechaProps) {
  const { look, ...field } = useValueField<string>({ name, required })
  return <MesInput {...shown} {...look} {...field} name={name} />
}

/** A day outside a form, as in a filter: reports only usable days (or ''), and shows what is wrong with others. */
export function FechaFiltro({ value, onChange, min = FECHA_MIN, max, ...shown }: Omit<FechaInputProps, 'error' | 'onBlur'>) {
  const [refused, setRefused] = useState<string>()
  const shownValue = refused ?? value
  const problem = refused === undefined ? undefined : fechaProblem(refused, min, max)
  return (
    <FechaInput
      {...shown}
      value={shownValue}
      error={problem}
      min={min}
      max={max}
      onChange={(next) => {
        const isUsable = next === '' || fechaProblem(next, min, max) === undefined
        setRefused(isUsable ? undefined : next)
        if (isUsable) onChange(next)
      }}
    />
  )
}
