import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { FormProvider, useForm, type DefaultValues, type FieldErrors, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'

import { HttpError } from '../../lib/http/http-error.ts'
import { focusUnfolded } from '../../lib/pagina/focus-unfolded.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { Alert } from '../alert.tsx'
import { FormDone } from './form-done.ts'
import classes from './form.module.css'
import { REQUIRED } from './messages.ts'
import { tellRefusal } from './server-refusal.ts'

/** Returned by `onSubmit` if nothing was saved and nothing refused: the user looks at the form again. */
export const FORM_STAYS = Symbol('stays')

interface FormProps<Input extends FieldValues, Output extends FieldValues> {
  schema: z.ZodMiniType<Output, Input>
  initial: DefaultValues<Input>
  /** May return a promise: meanwhile the form is saving, and refusals of the server show at the fields. */
  onSubmit: (values: Output, form: UseFormReturn<Input, unknown, Output>) => unknown
  /** Called after a successful `onSubmit`; from then on leaving asks nothing. */
  onDone?: () => void
  /** Disables all fields, and keeps the typed values. */
  disabled?: boolean
  label: string
  /** Stays usable while the rest is disabled. */
  footer?: ReactNode
  children: ReactNode
}

const hasRequired = (errors: unknown): boolean =>
  typeof errors === 'object' &&
  errors !== null &&
  ('message' in errors && typeof errors.message === 'string'
    ? errors.message === REQUIRED
    : Object.entries(errors).some(([key, value]) => key !== 'ref' && hasRequired(value)))

const detailOf = (errors: FieldErrors) => (hasRequired(errors) ? 'Complete todos los campos requeridos' : 'Revise los datos ingresados')

/** The form of the application: messages under touched fields (O-43), focus on the first one, refusals of the server at their fields. */
export function Form<Input extends FieldValues, Output extends FieldValues>({
  schema,
  initial,
  onSubmit,
  onDone,
  disabled = false,
  label,
  footer,
  children,
}: FormProps<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(schema),
    defaultValues: initial,
  })
  const element = useRef<HTMLFormElement>(null)
  const isDone = useRef(false)
  const [, raise] = useState<never>()

  // Fields are sorted by their place on the page, not in the schema. The count rises once the messages are rendered.
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) focusUnfolded(element.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))
  }, [submitCount])

  const save = async (values: Output) => {
    try {
      if ((await onSubmit(values, form)) === FORM_STAYS) return
      // A form that stays open after saving may be changed again.
      isDone.current = onDone !== undefined
      onDone?.()
    } catch (error) {
      if (!(error instanceof HttpError))
        return raise(() => {
          throw error
        })
      tellRefusal(form, error)
    }
  }
  const tellProblems = (errors: FieldErrors<Input>) => addNotice({ severity: 'error', detail: detailOf(errors) })
  // React passes the submit of a form in a dialog on to the form below, which must ignore it.
  const submitHere = (event: SyntheticEvent) => {
    event.stopPropagation()
    void form.handleSubmit(save, tellProblems)(event)
  }
  const refusal = form.formState.errors.root?.message
  return (
    <FormDone value={isDone}>
      <FormProvider {...form}>
        <form ref={element} onSubmit={submitHere} noValidate aria-label={label}>
          <fieldset disabled={disabled} className={classes.fields}>
            {refusal && <Alert title={refusal} />}
            {children}
          </fieldset>
          {footer}
        </form>
      </FormProvider>
    </FormDone>
  )
}

export const RequiredNote = () => (
  <p className={classes.note}>
    <span aria-hidden="true">* </span>Campos Obligatorios
  </p>
)
