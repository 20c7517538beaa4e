import type { ReactNode } from 'react'

import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './dialog.module.css'

interface ConfirmDialogProps {
  opened: boolean
  /** Names the record and the effect. */
  title: string
  /** The verb: «Eliminar 3 productos», never «Sí». Absent when there is nothing left to confirm. */
  confirmLabel?: string | undefined
  busyLabel?: string
  /** Red by default; the other colour is for actions without loss. */
  confirmColor?: 'danger' | 'primary'
  busy?: boolean
  cancelLabel?: string
  /** Shown over the lock of the session. */
  isLock?: boolean
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/** Asks before a loss; the focus starts on the button that cancels. */
export const ConfirmDialog = ({
  opened,
  title,
  confirmLabel,
  busyLabel = 'Eliminando…',
  confirmColor = 'danger',
  busy = false,
  cancelLabel = 'Cancelar',
  isLock = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) => (
  <Dialog opened={opened} title={title} onClose={busy ? undefined : onCancel} isLock={isLock}>
    <div className={classes.message}>{children}</div>
    <div className={classes.actions}>
      <Button variant="default" onClick={onCancel} disabled={busy} data-autofocus>
        {cancelLabel}
      </Button>
      {confirmLabel && (
        <Button color={confirmColor} onClick={onConfirm} busy={busy} busyLabel={busyLabel}>
          {confirmLabel}
        </Button>
      )}
    </div>
  </Dialog>
)
