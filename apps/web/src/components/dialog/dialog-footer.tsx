import { useFormState } from 'react-hook-form'

import { Button } from '../button.tsx'
import classes from './dialog.module.css'

interface DialogFooterProps {
  onCancel: () => void
  label?: string
  busyLabel?: string
  isDanger?: boolean
}

/** «Cancelar» and the verb, at the foot of a form in a dialog. */
export function DialogFooter({ onCancel, label = 'Guardar', busyLabel = 'Guardando…', isDanger = false }: DialogFooterProps) {
  const { isSubmitting } = useFormState()
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" busy={isSubmitting} busyLabel={busyLabel} {...(isDanger ? { color: 'danger' } : {})}>
        {label}
      </Button>
    </div>
  )
}
