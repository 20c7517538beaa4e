import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'

import type { HttpError } from '../../lib/http/http-error.ts'
import { noticesOf } from '../../lib/http/http-error.ts'

/** Shows the server's refusal: under the fields that it names, the rest above the form, where it outlives the toast. */
export function tellRefusal<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, error: HttpError) {
  const values: unknown = form.getValues()
  const named = Object.entries(error.fieldErrors).filter(([campo]) => get(values, campo) !== undefined)
  for (const [campo, message] of named) form.setError(campo as FieldPath<Input>, { type: 'server', message })
  if (named.length > 0) return
  const [first] = noticesOf(error, 'primero')
  form.setError('root', { type: 'server', message: first?.detail ?? error.message })
}
