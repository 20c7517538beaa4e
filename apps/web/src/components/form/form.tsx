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

/** Answered by `onSubmit` where nothing was saved and nothing refused: who sent it looks at it again. */
export const FORM_STAYS = Symbol('stays')

interface FormProps<Input extends FieldValues, Output extends FieldValues> {
  schema: z.ZodMiniType<Output, Input>
  initial: DefaultValues<Input>
  /** May answer a promise: while it lasts the form is saving, and what the server refuses is told at the fields. */
  onSubmit: (values: Output, form: UseFormReturn<Input, unknown, Output>) => unknown
  /** After `onSubmit` went well; from here on leaving asks nothing. */
  onDone?: () => void
  /** Everything inside is disabled, without losing what was typed. */
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

/** The one form: messages under touched fields (O-43), the focus on the first one, the server's refusals at their fields. */
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

  // Reading order is the order of the page, not that of the schema. The count rises once the messages are drawn.
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) focusUnfolded(element.current?.querySelector<HTMLElement>('[aria-invalid="true"]'))
  }, [submitCount])

  const submit = form.handleSubmit(
    async (values) => {
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
    },
    (errors) => addNotice({ severity: 'error', detail: detailOf(errors) }),
  )
  // A form in a dialog over another one: what it sends is not the other's business, though React would hand it on.
  const submitHere = (event: SyntheticEvent) => {
    event.stopPropagation()
    void submit(event)
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
