import type { ReactNode } from 'react'
import { get, useController, useFormContext, type FieldValues, type UseFormStateReturn } from 'react-hook-form'

export interface FieldProps {
  /** Name in the body of the call, so that the server's refusal finds the field. */
  name: string
  label: string
  required?: boolean | undefined
  description?: ReactNode
}

/** The message of one entry of the form's errors. */
export const messageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : undefined

// Errors of these types are set on purpose and show before any blur.
const ALWAYS_TOLD = ['manual', 'server']

/** Adding or removing a row makes the schema check the whole list: fields without a blur show no message yet. */
const isEarly = ({ touchedFields, submitCount }: UseFormStateReturn<FieldValues>, name: string, type: unknown) =>
  submitCount === 0 && get(touchedFields, name) !== true && !ALWAYS_TOLD.some((told) => told === type)

/** The message under the field, after blur or submit. */
export function useFieldError(name: string): string | undefined {
  const { formState } = useFormContext<FieldValues>()
  const error: { type?: unknown } | undefined = get(formState.errors, name)
  return error === undefined || isEarly(formState, name, error.type) ? undefined : messageOf(error)
}

/** Props for the state of a field. The style sheet draws the asterisk: the label keeps its specified text. */
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

/** For an input whose value is not its text. */
export function useValueField<Value>({ name, required }: Pick<FieldProps, 'name' | 'required'>) {
  const { field } = useController<FieldValues>({ name })
  const value = field.value as Value
  const { onChange, onBlur, ref } = field
  return { value, onChange: (next: Value) => onChange(next), onBlur, ref, look: lookOf(useFieldError(name), required) }
}
