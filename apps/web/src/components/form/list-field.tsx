import { TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { get, useFormContext, type FieldValues } from 'react-hook-form'

import { Button, IconButton } from '../button.tsx'
import classes from './form.module.css'
import { messageOf, useFieldError, useValueField, type FieldProps } from './use-field.ts'

interface ListFieldProps extends Omit<FieldProps, 'required'> {
  /** Name of an item: «Correo». */
  itemLabel: string
  addLabel: string
  max: number
  /** Shows one empty item from the beginning. */
  startsOpen?: boolean
  inputMode?: 'email' | 'tel' | 'decimal' | 'text'
  /** Applied to an item on blur. */
  tidy?: (text: string) => string
}

/** A list of short texts: mails, phones, price lists. */
export function ListField({
  name,
  label,
  itemLabel,
  addLabel,
  max,
  startsOpen = false,
  inputMode = 'email',
  tidy,
  description,
}: ListFieldProps) {
  const { value, onChange, onBlur, ref } = useValueField<string[]>({ name })
  const { formState } = useFormContext<FieldValues>()
  const error = useFieldError(name)
  const [rows, errorId] = [useRef<HTMLDivElement>(null), useId()]
  const itemError = (index: number) => messageOf(get(formState.errors, `${name}.${index}`))
  const shown = startsOpen && value.length === 0 ? [''] : value
  // The initial empty item does not count once it is empty again.
  const replace = (index: number, text: string) =>
    onChange(startsOpen && text === '' && shown.length === 1 ? [] : shown.map((item, at) => (at === index ? text : item)))
  const focus = (selector: string) => setTimeout(() => rows.current?.querySelector<HTMLElement>(selector)?.focus())
  const add = () => {
    onChange([...value, ''])
    focus(`[data-at="${value.length}"] input`)
  }
  const remove = (index: number) => {
    onChange(value.filter((_, at) => at !== index))
    focus('[data-add]')
  }
  return (
    <fieldset className={classes.group} aria-describedby={error && errorId}>
      <legend className="mantine-InputWrapper-label">{label}</legend>
      <div className={classes.list} ref={rows}>
        {shown.map((item, index) => (
          // Items have no id, only an index.
          <div key={index} data-at={index} className={classes.item}>
            <TextInput
              aria-label={`${itemLabel} ${index + 1}`}
              value={item}
              error={itemError(index)}
              ref={index === 0 ? ref : undefined}
              inputMode={inputMode}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => replace(index, event.currentTarget.value)}
              onBlur={() => {
                if (tidy && tidy(item) !== item) replace(index, tidy(item))
                onBlur()
              }}
            />
            {shown === value && (
              <IconButton label={`Quitar ${itemLabel.toLowerCase()} ${index + 1}`} onClick={() => remove(index)}>
                <IconTrash size={18} />
              </IconButton>
            )}
          </div>
        ))}
        {shown === value && value.length < max && (
          <Button variant="subtle" data-add onClick={add} leftSection={<IconPlus size={16} />} className={classes.add}>
            {addLabel}
          </Button>
        )}
      </div>
      {description && <p className={classes.description}>{description}</p>}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
