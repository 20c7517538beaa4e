import { useState, type ReactNode } from 'react'

import { HttpError, noticesOf } from '../../lib/http/http-error.ts'
import { Alert } from '../alert.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ActionDialogProps {
  title: string
  confirmLabel: string
  busyLabel: string
  /** Red by default; the other colour is for actions without loss. */
  confirmColor?: 'danger' | 'primary'
  onConfirm: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Confirms and runs the action; after a refusal it stays open with the reason. */
export function ActionDialog({ title, confirmLabel, busyLabel, confirmColor = 'danger', onConfirm, onClose, children }: ActionDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const [, raise] = useState<never>()
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
      // The button that opened the dialog may have disappeared with its record.
      setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus())
    } catch (error) {
      if (!(error instanceof HttpError))
        return raise(() => {
          throw error
        })
      error.show()
      setReason(noticesOf(error, 'primero')[0]?.detail)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      opened
      title={title}
      confirmLabel={reason === undefined ? confirmLabel : undefined}
      busy={isBusy}
      busyLabel={busyLabel}
      confirmColor={confirmColor}
      onConfirm={() => void confirm()}
      onCancel={onClose}
      {...(reason === undefined ? {} : { cancelLabel: 'Cerrar' })}
    >
      {reason === undefined ? children : <Alert title={reason} />}
    </ConfirmDialog>
  )
}
