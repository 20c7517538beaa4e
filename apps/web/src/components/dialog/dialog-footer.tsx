import { useFormState } from 'react-hook-form'

import { Button } from '../button.tsx'
import classes from './dialog.module.css'

/** «Cancelar» left of «Guardar» in a form over another one. */
export function DialogFooter({ onCancel, saveLabel = 'Guardar' }: { onCancel: () => void; saveLabel?: string }) {
  const { isSubmitting } = useFormState()
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" busy={isSubmitting} busyLabel="Guardando…">
        {saveLabel}
      </Button>
    </div>
  )
}
