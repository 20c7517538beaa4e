import { useFormState } from 'react-hook-form'

import { Button } from '../../components/button.tsx'

export function SubmitButton() {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" busy={isSubmitting} busyLabel="Aceptando…" fullWidth>
      Crear mi cuenta y aceptar
    </Button>
  )
}
