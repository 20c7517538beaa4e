import { useState, type ReactNode } from 'react'

import { HttpError, noticesOf } from '../../lib/http-error.ts'
import { Alert } from '../alert.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface DeleteDialogProps {
  title: string
  confirmLabel: string
  onDelete: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Confirms, deletes, and when the server refuses stays open with its reason. */
export function DeleteDialog({ title, confirmLabel, onDelete, onClose, children }: DeleteDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const [, raise] = useState<never>()
  const confirm = async () => {
    setBusy(true)
    try {
      await onDelete()
      onClose()
      // The button that opened the dialog went with its row.
      setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus())
    } catch (error) {
      if (!(error instanceof HttpError)) return raise(() => { throw error })
      setReason(noticesOf(error, 'primero')[0]?.detail)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      opened title={title} confirmLabel={reason === undefined ? confirmLabel : undefined} busy={isBusy} onConfirm={() => void confirm()} onCancel={onClose}
      {...(reason === undefined ? {} : { cancelLabel: 'Cerrar' })}
    >
      {reason === undefined ? children : <Alert title={reason} />}
    </ConfirmDialog>
  )
}
