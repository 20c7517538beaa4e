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
  /** Saves; the dialog closes when it went well. While it lasts nothing closes the dialog: whoever asked gets the answer. */
  onSubmit: (values: Output) => Promise<Saved>
  onClose: () => void
  /** Instead of closing once it is saved. */
  onDone?: (saved: Saved) => void
  saveLabel?: string
  /** What the button says while it saves. */
  busyLabel?: string
  /** Red where saving it takes something away. */
  saveColor?: 'primary' | 'danger'
  hasRequired?: boolean
  children: ReactNode
}

/** The modal form of a small record: «Cancelar» and the verb; closing it asks first when something was typed. */
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
      {/* Only there once it asks: one that waits closed would hear the same Esc that opens it. */}
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

/** Always in sight, however long the form. */
function Footer({ onDirty, children }: { onDirty: (dirty: boolean) => void; children: ReactNode }) {
  const { isDirty } = useFormState()
  const place = useRef<HTMLDivElement>(null)
  // The dialog gives the focus to what is marked, and to its cross where nothing is.
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
