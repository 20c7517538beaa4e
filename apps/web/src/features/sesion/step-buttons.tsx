import { useFormState } from 'react-hook-form'

import { Button } from '../../components/button.tsx'

export function StepSubmit({ label, busyLabel }: { label: string; busyLabel: string }) {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" busy={isSubmitting} busyLabel={busyLabel} fullWidth>
      {label}
    </Button>
  )
}

export const BackToPassword = ({ onBack, disabled = false }: { onBack: () => void; disabled?: boolean }) => (
  <Button variant="subtle" onClick={() => onBack()} disabled={disabled} fullWidth>
    Volver a la contraseña
  </Button>
)
