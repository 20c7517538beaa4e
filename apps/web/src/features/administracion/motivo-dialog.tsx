import { Motivo } from '@yupana/contract'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'

const Schema = z.object({ motivo: Motivo })

interface MotivoDialogProps {
  title: string
  saveLabel: string
  busyLabel: string
  saveColor?: 'primary' | 'danger'
  onSave: (motivo: string) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** A dialog for an action with a reason. */
export function MotivoDialog({ onSave, children, ...shown }: MotivoDialogProps) {
  return (
    <FormDialog {...shown} schema={Schema} initial={{ motivo: '' }} onSubmit={({ motivo }) => onSave(motivo)}>
      {children}
      <TextAreaField name="motivo" label="Motivo" required description="Queda registrado con su nombre." />
    </FormDialog>
  )
}
