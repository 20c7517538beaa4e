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

export const BackToPassword = ({ onBack }: { onBack: () => void }) => (
  <Button variant="subtle" onClick={() => onBack()} fullWidth>
    Volver a la contraseña
  </Button>
)
