import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useFormState, type DefaultValues, type FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'

import { Button } from '../button.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import dialog from '../dialog/dialog.module.css'
import { Form, RequiredNote } from './form.tsx'

interface FormDialogProps<Input extends FieldValues, Output extends FieldValues> {
  title: string
  schema: z.ZodMiniType<Output, Input>
  initial: DefaultValues<Input>
  /** Saves; the dialog closes when it went well. */
  onSubmit: (values: Output) => Promise<unknown>
  onClose: () => void
  /** Instead of closing once it is saved. */
  onDone?: () => void
  saveLabel?: string
  /** Red where saving it takes something away. */
  saveColor?: 'primary' | 'danger'
  hasRequired?: boolean
  children: ReactNode
}

/** The modal form of a small record: «Cancelar» and «Guardar»; closing it asks first when something was typed. */
export function FormDialog<Input extends FieldValues, Output extends FieldValues>({
  title, schema, initial, onSubmit, onClose, onDone = onClose, saveLabel = 'Guardar', saveColor = 'primary', hasRequired = true, children,
}: FormDialogProps<Input, Output>) {
  const isDirty = useRef(false)
  const [asks, setAsks] = useState(false)
  const close = () => (isDirty.current ? setAsks(true) : onClose())
  return (
    <Dialog opened title={title} onClose={close} size="var(--form-dialog-width)">
      <Form
        label={title} schema={schema} initial={initial} onSubmit={(values) => onSubmit(values)} onDone={onDone}
        footer={<Footer saveLabel={saveLabel} saveColor={saveColor} hasRequired={hasRequired} onCancel={close} onDirty={(dirty) => void (isDirty.current = dirty)} />}
      >
        {children}
      </Form>
      {/* Only there once it asks: one that waits closed would hear the same Esc that opens it. */}
      {asks && (
        <ConfirmDialog opened title="¿Descartar los cambios?" confirmLabel="Descartar cambios" cancelLabel="Seguir editando" onConfirm={onClose} onCancel={() => setAsks(false)}>
          <p>Lo que escribió en este formulario no se ha guardado.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

interface FooterProps {
  saveLabel: string
  saveColor: 'primary' | 'danger'
  hasRequired: boolean
  onCancel: () => void
  onDirty: (dirty: boolean) => void
}

/** Always in sight, however long the form. */
function Footer({ saveLabel, saveColor, hasRequired, onCancel, onDirty }: FooterProps) {
  const state = useFormState()
  const place = useRef<HTMLDivElement>(null)
  // The dialog gives the focus to what is marked, and to its cross where nothing is.
  useLayoutEffect(() => place.current?.closest('form')?.querySelector('input, select, textarea')?.setAttribute('data-autofocus', 'true'), [])
  useEffect(() => onDirty(state.isDirty))
  return (
    <div className={dialog.footer} ref={place}>
      {hasRequired && <RequiredNote />}
      <Button variant="default" onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" color={saveColor} busy={state.isSubmitting} busyLabel="Guardando…">
        {saveLabel}
      </Button>
    </div>
  )
}
