import { Checkbox } from '../checkbox.tsx'
import { NativeSelect } from '../native-select.tsx'
import classes from './form.module.css'
import { useFieldError, useValueField, type FieldProps } from './use-field.ts'

export interface Option<Value> {
  value: Value
  label: string
}

const ORDER = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

interface SelectFieldProps<Value> extends FieldProps {
  options: readonly Option<Value>[]
}

/** A few fixed choices; their values may have any type, null included. */
export function SelectField<Value extends string | number | boolean | null>({
  name,
  label,
  required,
  description,
  options,
}: SelectFieldProps<Value>) {
  const { value, onChange, onBlur, ref, look } = useValueField<Value>({ name, required })
  return (
    <NativeSelect
      label={label}
      description={description}
      inputWrapperOrder={ORDER}
      ref={ref}
      name={name}
      onBlur={onBlur}
      {...look}
      value={String(options.findIndex((option) => option.value === value))}
      data={options.map((option, index) => ({ value: String(index), label: option.label }))}
      onChange={(event) => {
        const option = options[Number(event.currentTarget.value)]
        if (option) onChange(option.value)
      }}
    />
  )
}

export function CheckboxField({ name, label, description }: Omit<FieldProps, 'required'>) {
  const { value, onChange, onBlur, ref, look } = useValueField<boolean>({ name })
  return (
    <Checkbox
      label={label}
      description={description}
      ref={ref}
      name={name}
      checked={value}
      error={look.error}
      onBlur={onBlur}
      aria-invalid={look.error !== undefined || undefined}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/**
 * Several of a few fixed choices. Its message shows only on submit: a message at blur would move the next choice from under the pointer.
 */
export function CheckboxGroupField({ name, label, required, options }: SelectFieldProps<string>) {
  const { value, onChange, ref } = useValueField<string[]>({ name })
  const error = useFieldError(name)
  const isChosen = (choice: string) => value.includes(choice)
  const toggle = (choice: string) => onChange(options.map((option) => option.value).filter((item) => isChosen(item) !== (item === choice)))
  return (
    <fieldset className={classes.group} aria-describedby={error && `${name}-error`}>
      <legend className="mantine-InputWrapper-label" data-required={required || undefined}>
        {label}
      </legend>
      <div className={classes.choices}>
        {options.map((option, index) => (
          <Checkbox
            key={option.value}
            label={option.label}
            name={name}
            ref={index === 0 ? ref : undefined}
            checked={isChosen(option.value)}
            aria-invalid={error !== undefined || undefined}
            onChange={() => toggle(option.value)}
          />
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
