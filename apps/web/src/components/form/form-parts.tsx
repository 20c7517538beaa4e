import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'

import { Button } from '../button.tsx'
import classes from './form.module.css'
import { RequiredNote } from './form.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** Two short fields side by side, if there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>

/** Links from a record, side by side. */
export const FormLinks = ({ children }: { children: ReactNode }) => <div className={classes.links}>{children}</div>

/** «Cancelar» left of «Guardar», always visible; leaving with changes asks first. Without `canSave` the form is read-only. */
export function FormFooter({
  onCancel,
  canSave = true,
  hasRequired = true,
  saveLabel = 'Guardar',
  children,
}: {
  onCancel: () => void
  canSave?: boolean
  hasRequired?: boolean
  saveLabel?: string
  /** Another way of saving. */
  children?: ReactNode
}) {
  const { isSubmitting } = useFormState()
  return (
    <div className={classes.footer}>
      {canSave && <UnsavedGuard />}
      {canSave && hasRequired && <RequiredNote />}
      <Button variant="default" onClick={onCancel}>
        {canSave ? 'Cancelar' : 'Volver'}
      </Button>
      {canSave && (
        <Button type="submit" busy={isSubmitting} busyLabel="Guardando…">
          {saveLabel}
        </Button>
      )}
      {canSave && children}
    </div>
  )
}
