import { useState } from 'react'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Form } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField } from '../../components/form/text-field.tsx'
import { currentSession } from '../../lib/session.ts'
import classes from './renewal-dialog.module.css'
import { resumeSession, signOut } from './sesion.queries.ts'

const PassSchema = z.object({ pass: z.string().check(z.minLength(1, REQUIRED)) })

/** Nobody used the session for a while (O-123): over all that is on the screen, which stays as it is, the password is asked for. */
export function LockDialog() {
  const [isBusy, setBusy] = useState(false)
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
        <PasswordField name="pass" label="Contraseña" autoComplete="current-password" required data-autofocus />
        <div className={classes.actions}>
          <Button variant="default" onClick={() => signOut(session)} disabled={isBusy}>
            Cerrar sesión
          </Button>
          <Button type="submit" busy={isBusy} busyLabel="Continuando…">
            Continuar
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
