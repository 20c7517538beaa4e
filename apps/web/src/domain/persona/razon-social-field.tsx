import type { FocusEvent, KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'

import { TextField } from '../../components/form/text-field.tsx'
import type { PersonaInput } from './persona-schema.ts'

/** A name as the register of the SRI writes it: capitals, single spaces, accents kept. */
export const nombreSri = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toLocaleUpperCase('es')

/** The name of a person: typed text turns to capitals when the field is left; a proposed name stays as it is. */
export function RazonSocialField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { getValues, setValue, formState } = useFormContext<PersonaInput>()
  const before = formState.defaultValues?.razon_social ?? ''
  const settle = () => {
    const typed = getValues('razon_social')
    const name = nombreSri(typed)
    if (typed !== before && typed !== name) setValue('razon_social', name, { shouldDirty: true })
  }
  return (
    <div
      onBlur={({ target }: FocusEvent) => target instanceof HTMLInputElement && settle()}
      // Enter and Ctrl+S save the form while the field has the focus.
      onKeyDownCapture={({ key, ctrlKey, metaKey }: KeyboardEvent) => (key === 'Enter' || ctrlKey || metaKey) && settle()}
    >
      <TextField name="razon_social" label="Razón social o nombres" required autoFocus={autoFocus} />
    </div>
  )
}
