import { useState } from 'react'
import { useFormContext, type FieldValues } from 'react-hook-form'

import { Button } from '../button.tsx'
import { HttpError } from '../../lib/http/http-error.ts'

/** Whether another user saved in between, by the answer to the last save. */
export function useConflicto() {
  const [hasConflict, setConflict] = useState(false)
  const watched = async <Saved,>(saving: Promise<Saved>): Promise<Saved> => {
    try {
      const saved = await saving
      setConflict(false)
      return saved
    } catch (error) {
      setConflict(error instanceof HttpError && error.status === 409)
      throw error
    }
  }
  return { hasConflict, watched, settle: () => setConflict(false) }
}

interface CargarActualesProps {
  /** The stored form; undefined if it could not be read, which was reported. */
  read: () => Promise<FieldValues | undefined>
  onTaken: () => void
}

/** Typed text stays until the user asks for the stored values. */
export function CargarActuales({ read, onTaken }: CargarActualesProps) {
  const { reset } = useFormContext()
  const [isBusy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    const present = await read()
    setBusy(false)
    if (!present) return
    reset(present)
    onTaken()
  }
  return (
    <div>
      <Button variant="default" busy={isBusy} busyLabel="Cargando los datos actuales…" onClick={() => void take()}>
        Descartar lo escrito y cargar los datos actuales
      </Button>
    </div>
  )
}
