import { useFormState } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import classes from './comprobante.module.css'

/** «Cancelar» and the verb, at the foot of a form in a dialog. */
export function DialogFooter({ label, busyLabel, isDanger = false, onCancel }: { label: string; busyLabel: string; isDanger?: boolean; onCancel: () => void }) {
  const { isSubmitting } = useFormState()
  return (
    <div className={classes.footer}>
      <Button variant="default" onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" busy={isSubmitting} busyLabel={busyLabel} {...(isDanger ? { color: 'danger' } : {})}>
        {label}
      </Button>
    </div>
  )
}
