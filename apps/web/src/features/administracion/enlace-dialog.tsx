import type { ReactNode } from 'react'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { TextInput } from '../../components/text-input.tsx'

/** A link to hand over: selected with one click, copied with the keys everybody knows. */
export function EnlaceDialog({ title, enlace, onClose, action, children }: { title: string; enlace: string; onClose: () => void; action?: ReactNode; children: ReactNode }) {
  return (
    <Dialog opened title={title} onClose={onClose} size="var(--form-dialog-width)">
      {children}
      <TextInput label="Enlace" value={enlace} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
        {action}
      </div>
    </Dialog>
  )
}
