import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Form } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField } from '../../components/form/text-field.tsx'
import { currentSession } from '../../lib/sesion/session.ts'
import classes from './password-dialog.module.css'
import { resumeSession, signOut } from './sesion.queries.ts'

const PassSchema = z.object({ pass: z.string().check(z.minLength(1, REQUIRED)) })

/** Asks for the password after inactivity (O-123), over the screen, which stays as it is. */
export function LockDialog() {
  const [isBusy, setBusy] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const session = currentSession()
  if (!session) return null
  const resume = async ({ pass }: { pass: string }) => {
    setBusy(true)
    try {
      await resumeSession(pass)
    } finally {
      setBusy(false)
    }
  }
  const whose = session.impersonate ? 'la contraseña de su propia cuenta de soporte' : `la contraseña de ${session.username}`
  return (
    <Dialog opened title="Su sesión está en pausa" isLock>
      <Form schema={PassSchema} initial={{ pass: '' }} onSubmit={resume} label="Continuar la sesión">
        <p>Pasó un tiempo sin uso. Ingrese {whose} para continuar: todo sigue como lo dejó.</p>
        {!session.impersonate && <input type="text" name="username" value={session.username} autoComplete="username" readOnly hidden />}
        <PasswordField name="pass" label="Contraseña" autoComplete="current-password" required data-autofocus />
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setLeaving(true)} disabled={isBusy}>
            Cerrar sesión
          </Button>
          <Button type="submit" busy={isBusy} busyLabel="Continuando…">
            Continuar
          </Button>
        </div>
      </Form>
      {isLeaving && (
        <ConfirmDialog
          opened
          isLock
          title="¿Cerrar la sesión?"
          confirmLabel="Cerrar sesión"
          cancelLabel="Volver"
          onConfirm={() => signOut(session)}
          onCancel={() => setLeaving(false)}
        >
          <p>Lo que se escribió y no se guardó en el servidor se pierde, también los borradores que solo están en este equipo.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
