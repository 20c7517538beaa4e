import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Form } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField } from '../../components/form/text-field.tsx'
import { addNotice } from '../../lib/pagina/notices.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import classes from './password-dialog.module.css'
import { renewSession } from './sesion.queries.ts'

const RenewalSchema = z.object({ pass: z.string().check(z.minLength(1, REQUIRED)) })

export function RenewalDialog({ hour, onClose }: { hour: string; onClose: () => void }) {
  const renewal = useMutation({
    mutationFn: renewSession,
    onSuccess: (answer) => {
      if (!answer.ok) return
      addNotice({ severity: 'success', detail: 'Su sesión continúa' })
      onClose()
    },
  })
  const refusal = renewal.data?.ok === false ? renewal.data.body : undefined
  return (
    <Dialog opened title="Su sesión está por terminar" onClose={renewal.isPending ? undefined : onClose}>
      <Form
        schema={RenewalSchema}
        initial={{ pass: '' }}
        onSubmit={({ pass }) => renewal.mutate(pass)}
        disabled={renewal.isPending}
        label="Continuar la sesión"
      >
        <p>Termina a las {hour}. Ingrese su contraseña para continuar aquí mismo.</p>
        {refusal && <Alert title={refusal.msg ?? 'Error'} />}
        <input type="text" name="username" value={currentSession()?.username ?? ''} autoComplete="username" readOnly hidden />
        <PasswordField name="pass" label="Contraseña" autoComplete="current-password" required data-autofocus />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Ahora no
          </Button>
          <Button type="submit" busy={renewal.isPending} busyLabel="Continuando…">
            Continuar
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
