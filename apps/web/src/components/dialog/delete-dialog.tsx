import type { ReactNode } from 'react'

import { ActionDialog } from './action-dialog.tsx'

interface DeleteDialogProps {
  title: string
  confirmLabel: string
  onDelete: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Confirms and deletes; after a refusal it stays open with the reason. */
export const DeleteDialog = ({ onDelete, ...shown }: DeleteDialogProps) => (
  <ActionDialog {...shown} busyLabel="Eliminando…" onConfirm={onDelete} />
)
