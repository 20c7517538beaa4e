import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { correoField } from '../../domain/cuenta/reglas.ts'
import { askForLink } from './recuperacion.ts'
import classes from './recuperacion.module.css'

const RecoverSchema = z.object({ email: correoField })

/** `/forgot-password`. */
export function ForgotPasswordPage() {
  const navigate = useNavigate()
  const [sent, setSent] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const ask = async ({ email }: { email: string }) => {
    setBusy(true)
    try {
      setSent((await askForLink(email)).msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={classes.page}>
      <header>
        <PageTitle>Recuperar cuenta</PageTitle>
        <p className={classes.subtitle}>Recibirás un correo para restablecer tu contraseña.</p>
      </header>
      {sent === undefined ? (
        <Form schema={RecoverSchema} initial={{ email: '' }} onSubmit={ask} disabled={isBusy} label="Recuperar cuenta">
          <TextField name="email" label="Correo" type="email" inputMode="email" autoComplete="email" required />
          <Button type="submit" busy={isBusy} busyLabel="Enviando…" fullWidth>
            Enviar correo
          </Button>
          <RequiredNote />
        </Form>
      ) : (
        <Alert tone="success" title={sent} />
      )}
      <Button variant="subtle" onClick={() => void navigate('/login')} fullWidth>
        Regresar
      </Button>
    </div>
  )
}
