import type { ReactNode } from 'react'
import { get, useController, useFormContext, type FieldValues } from 'react-hook-form'

export interface FieldProps {
  /** As the body of the call names it, so that the server's refusal finds the field. */
  name: string
  label: string
  required?: boolean | undefined
  description?: ReactNode
}

/** The words of one entry of the form's errors. */
export const messageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : undefined

/** The message under the field: once it was touched, or on submit. */
export function useFieldError(name: string): string | undefined {
  const { formState } = useFormContext<FieldValues>()
  return messageOf(get(formState.errors, name))
}

/** What every field shows of its state. The asterisk is drawn by the style sheet: the label keeps its specified text. */
const lookOf = (error: string | undefined, required: boolean | undefined) => ({
  error,
  withAsterisk: false,
  labelProps: { 'data-required': required || undefined },
  ...(required ? { 'aria-required': true } : {}),
})

/** For an input whose text is the value. */
export function useTextField({ name, required }: Pick<FieldProps, 'name' | 'required'>) {
  const { register } = useFormContext<FieldValues>()
  return { ...register(name), ...lookOf(useFieldError(name), required) }
}

/** For an input whose value is something else than its text. */
export function useValueField<Value>({ name, required }: Pick<FieldProps, 'name' | 'required'>) {
  const { field } = useController<FieldValues>({ name })
  const value = field.value as Value
  const { onChange, onBlur, ref } = field
  return { value, onChange: (next: Value) => onChange(next), onBlur, ref, look: lookOf(useFieldError(name), required) }
}
