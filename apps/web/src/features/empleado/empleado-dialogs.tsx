import type { Empleado } from '@yupana/contract'
import { useState } from 'react'

import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { removeEmpleado, toggleStatus } from './empleado.queries.ts'
import { fullName } from './empleado-words.ts'

interface RemoveDialogProps {
  empleado: Empleado
  onClose: () => void
  onDone?: () => void
}

export const RemoveDialog = ({ empleado, onClose, onDone }: RemoveDialogProps) => (
  <DeleteDialog
    title={`Eliminar a ${fullName(empleado)}`}
    confirmLabel="Eliminar empleado"
    onClose={onClose}
    onDelete={async () => {
      await removeEmpleado(empleado.id)
      onDone?.()
    }}
  >
    <p>
      Deja de pertenecer a la empresa y sus sesiones terminan ahora. Sus documentos conservan su nombre. Para que vuelva, invítele otra vez.
    </p>
  </DeleteDialog>
)

/** Activating a person asks nothing; deactivating explains its effect first. */
export function useToggle() {
  const [asked, setAsked] = useState<Empleado>()
  const close = () => setAsked(undefined)
  return {
    ask: (empleado: Empleado) => (empleado.activo ? setAsked(empleado) : void untilRefused(toggleStatus(empleado.id))),
    dialog: asked && (
      <ActionDialog
        title={`Desactivar a ${fullName(asked)}`}
        confirmLabel="Desactivar empleado"
        busyLabel="Desactivando…"
        onConfirm={() => toggleStatus(asked.id)}
        onClose={close}
      >
        <p>No podrá entrar a la empresa y sus sesiones terminan ahora. Puede activarle de nuevo cuando quiera.</p>
      </ActionDialog>
    ),
  }
}
