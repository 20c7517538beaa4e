import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { Form } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField, TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import type { PersonaConocida } from './invitacion.queries.ts'
import classes from './invitacion.module.css'
import { SubmitButton } from './submit-button.tsx'

const Schema = z.object({ pass: z.string().check(z.minLength(1, REQUIRED)), codigo: z.string().check(z.trim()) })

/** For a person with an account: proves its ownership, since the link alone admits nobody. */
export const KnownPersonForm = ({
  mail,
  onSubmit,
  onDone,
}: {
  mail: string
  onSubmit: (persona: PersonaConocida) => Promise<void>
  onDone: () => void
}) => (
  <Form
    label="Su cuenta"
    schema={Schema}
    initial={{ pass: '', codigo: '' }}
    onSubmit={({ pass, codigo }) => onSubmit({ pass, ...(codigo && { codigo }) })}
    onDone={onDone}
  >
    <p className={classes.quiet}>Ya tiene una cuenta con este correo: ingrese su contraseña para aceptar.</p>
    <input type="text" name="username" value={mail} autoComplete="username" readOnly hidden />
    <PasswordField name="pass" label="Contraseña" autoComplete="current-password" required />
    <Codigo />
    <SubmitButton label="Ingresar y aceptar" />
  </Form>
)

/** Code of the second factor, once the server has asked for it. */
function Codigo() {
  const isAsked = useFieldError('codigo') !== undefined
  const isTyped = useWatch({ name: 'codigo' }) !== ''
  return isAsked || isTyped ? (
    <TextField
      name="codigo"
      label="Código de verificación"
      autoComplete="one-time-code"
      required
      autoFocus
      description="El de su aplicación, o uno de recuperación."
    />
  ) : null
}
