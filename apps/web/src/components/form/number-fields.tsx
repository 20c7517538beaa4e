import { TextInput } from '@mantine/core'
import { useReducer } from 'react'
import { useFormContext, type FieldValues } from 'react-hook-form'

import classes from './form.module.css'
import { tidyEntrada } from './monto-entrada.ts'
import { useValueField, type FieldProps } from './use-field.ts'

const ORDER = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

interface MontoFieldProps extends FieldProps {
  /** Fewest decimals shown after blur. */
  decimals?: number
  /** The value that applies while the field is empty. */
  placeholder?: string
}

/** An amount or a quantity, typed by O-19. Its value is the text, read by the schema (montoEntrada). */
export function MontoField({ name, label, required, description, decimals = 2, placeholder }: MontoFieldProps) {
  const { value, onChange, onBlur, ref, look } = useValueField<string>({ name, required })
  return (
    <TextInput
      label={label}
      description={description}
      placeholder={placeholder}
      inputWrapperOrder={ORDER}
      ref={ref}
      name={name}
      value={value}
      {...look}
      inputMode="decimal"
      autoComplete="off"
      className={classes.number}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const tidy = tidyEntrada(value, decimals)
        if (tidy !== value) onChange(tidy)
        onBlur()
      }}
    />
  )
}

/** Accepts only digits: any other key leaves the value as it was. */
export function IntegerField({ name, label, required, description }: FieldProps) {
  const { value, onChange, onBlur, ref, look } = useValueField<number | undefined>({ name, required })
  const { getValues } = useFormContext<FieldValues>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  // The form library shows the initial value for undefined, but an emptied field must be empty.
  const shown = getValues(name) === undefined ? '' : value
  return (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={ORDER}
      ref={ref}
      name={name}
      value={shown}
      {...look}
      inputMode="numeric"
      autoComplete="off"
      className={classes.number}
      onBlur={onBlur}
      onChange={({ currentTarget: { value: text } }) => {
        if (!/^\d{0,9}$/.test(text)) return
        onChange(text === '' ? undefined : Number(text))
        redraw()
      }}
    />
  )
}
