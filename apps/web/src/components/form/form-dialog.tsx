import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useFormState, type DefaultValues, type FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'

import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import dialog from '../dialog/dialog.module.css'
import { Form, RequiredNote } from './form.tsx'

interface FormDialogProps<Input extends FieldValues, Output extends FieldValues, Saved> {
  title: string
  schema: z.ZodMiniType<Output, Input>
  initial: DefaultValues<Input>
  /** Saves; the dialog closes after success. While it saves the dialog cannot be closed, so that the user gets the answer. */
  onSubmit: (values: Output) => Promise<Saved>
  onClose: () => void
  /** Called after saving, instead of closing the dialog. */
  onDone?: (saved: Saved) => void
  saveLabel?: string
  /** Text of the button while it saves. */
  busyLabel?: string
  /** Red for a form whose saving removes something. */
  saveColor?: 'primary' | 'danger'
  hasRequired?: boolean
  children: ReactNode
}

/** The dialog form of a small record, with «Cancelar» and the verb; closing it asks first if something was typed. */
export function FormDialog<Input extends FieldValues, Output extends FieldValues, Saved>({
  title,
  schema,
  initial,
  onSubmit,
  onClose,
  onDone = onClose,
  saveLabel = 'Guardar',
  busyLabel = 'Guardando…',
  saveColor = 'primary',
  hasRequired = true,
  children,
}: FormDialogProps<Input, Output, Saved>) {
  const isDirty = useRef(false)
  const [asks, setAsks] = useState(false)
  const [isBusy, save] = useBusy(onSubmit)
  const close = () => (isDirty.current ? setAsks(true) : onClose())
  return (
    <Dialog opened title={title} onClose={isBusy ? undefined : close} size="var(--form-dialog-width)">
      <Form
        label={title}
        schema={schema}
        initial={initial}
        onSubmit={async (values) => onDone(await save(values))}
        footer={
          <Footer onDirty={(dirty) => void (isDirty.current = dirty)}>
            {hasRequired && <RequiredNote />}
            <Button variant="default" onClick={close} disabled={isBusy}>
              Cancelar
            </Button>
            <Button type="submit" color={saveColor} busy={isBusy} busyLabel={busyLabel}>
              {saveLabel}
            </Button>
          </Footer>
        }
      >
        {children}
      </Form>
      {/* Rendered only while it asks: a closed dialog would receive the same Esc that opens it. */}
      {asks && (
        <ConfirmDialog
          opened
          title="¿Descartar los cambios?"
          confirmLabel="Descartar cambios"
          cancelLabel="Seguir editando"
          onConfirm={onClose}
          onCancel={() => setAsks(false)}
        >
          <p>Lo que escribió en este formulario no se ha guardado.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

const FIELD = ':is(input:not([hidden], [type="hidden"]), select, textarea)'

/** Always visible, however long the form. */
function Footer({ onDirty, children }: { onDirty: (dirty: boolean) => void; children: ReactNode }) {
  const { isDirty } = useFormState()
  const place = useRef<HTMLDivElement>(null)
  // The dialog focuses the marked element, or its cross without one.
  useLayoutEffect(() => {
    const form = place.current?.closest('form')
    if (!form?.querySelector('[data-autofocus]')) form?.querySelector(FIELD)?.setAttribute('data-autofocus', 'true')
  }, [])
  useEffect(() => onDirty(isDirty))
  return (
    <div className={dialog.footer} ref={place}>
      {children}
    </div>
  )
}
