import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField, TextField } from '../../components/form/text-field.tsx'
import type { RefusalBody } from '../../lib/http/http-error.ts'
import { sessionStore } from '../../lib/sesion/session.ts'
import { useStore } from '../../lib/pagina/store.ts'
import type { Credentials } from './ingreso.ts'

const withoutSpaces = z.regex(/^\S*$/, 'No se permiten espacios en blanco.')

const LoginSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, REQUIRED), withoutSpaces),
  pass: z.string().check(z.minLength(1, REQUIRED), withoutSpaces),
})

interface LoginFormProps {
  onSubmit: (credentials: Credentials) => void
  busy: boolean
  disabled: boolean
  refusal: RefusalBody | undefined
  /** Kept during the second step, for returning to this form. */
  email?: string | undefined
}

export function LoginForm({ onSubmit, busy, disabled, refusal, email = '' }: LoginFormProps) {
  const navigate = useNavigate()
  const hasDialog = useStore(sessionStore).expired
  return (
    <Form schema={LoginSchema} initial={{ email, pass: '' }} onSubmit={onSubmit} disabled={disabled} label="Iniciar sesión">
      {refusal && <Refusal body={refusal} />}
      <TextField
        name="email"
        label="Usuario/Identificación o Correo"
        autoComplete="username"
        required
        autoFocus={!hasDialog && email === ''}
      />
      <PasswordField name="pass" label="Contraseña" autoComplete="current-password" required autoFocus={email !== ''} />
      <Button type="submit" busy={busy} busyLabel="Iniciando sesión…" fullWidth>
        Iniciar Sesión
      </Button>
      <Button variant="subtle" onClick={() => void navigate('/forgot-password')} fullWidth>
        Olvidé mi contraseña
      </Button>
      <RequiredNote />
    </Form>
  )
}

/** Announces the refusal, and selects the password for typing again. */
function Refusal({ body }: { body: RefusalBody }) {
  const { setFocus } = useFormContext<Credentials>()
  useEffect(() => setFocus('pass', { shouldSelect: true }), [body, setFocus])
  const { msg, data } = body
  const items = Array.isArray(data) ? data : data ? [data] : []
  const details = items.map((item) => item.message).filter((message) => message !== msg)
  return <Alert title={msg ?? 'Error'} details={details} />
}
