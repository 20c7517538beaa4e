import { useId } from 'react'

import classes from './radio-group.module.css'

interface RadioGroupProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few visible choices: radios of the browser, two in a row. */
export function RadioGroup<Value extends string>({ label, options, value, onChange }: RadioGroupProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
