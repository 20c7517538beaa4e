import { useFormState } from 'react-hook-form'

import { Button } from '../../components/button.tsx'

export function SubmitButton({ label }: { label: string }) {
  const { isSubmitting } = useFormState()
  return (
    <Button type="submit" busy={isSubmitting} busyLabel="Aceptando…" fullWidth>
      {label}
    </Button>
  )
}
