import { use, useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useBlocker, type Location } from 'react-router'

import { currentSession } from '../../lib/sesion/session.ts'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { FormDone } from './form-done.ts'

// With the query, in which a screen of several sections keeps the shown one.
const addressOf = ({ pathname, search }: Location) => pathname + search

interface LeaveGuardProps {
  /** Called at the moment of leaving. */
  isUnsaved: () => boolean
  isDirty: boolean
  children: string
}

/** Leaving with changes asks first; an ended session leaves without asking. */
export function LeaveGuard({ isUnsaved, isDirty, children }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && isUnsaved() && currentSession() !== undefined && addressOf(currentLocation) !== addressOf(nextLocation),
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && currentSession() !== undefined) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty, isUnsaved])
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title="¿Descartar los cambios?"
      confirmLabel="Descartar cambios"
      cancelLabel="Seguir editando"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}

/** The guard of a form. */
export function UnsavedGuard() {
  const done = use(FormDone)
  const { isDirty } = useFormState()
  return (
    <LeaveGuard isDirty={isDirty} isUnsaved={() => !done.current}>
      Lo que escribió en este formulario no se ha guardado.
    </LeaveGuard>
  )
}
