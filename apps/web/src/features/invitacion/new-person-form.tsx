import * as z from 'zod/mini'

import { Form, RequiredNote } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { PasswordField, TextField } from '../../components/form/text-field.tsx'
import { newPassword } from '../../domain/cuenta/reglas.ts'
import { useRequisitos } from '../../domain/cuenta/use-requisitos.ts'
import { SubmitButton } from './submit-button.tsx'
import type { PersonaNueva } from './invitacion.queries.ts'

const MAX_NAME = 100
const name = z.string().check(z.trim(), z.maxLength(MAX_NAME, `${MAX_NAME} caracteres máximos.`))

const Schema = z
  .object({
    name: name.check(z.minLength(1, REQUIRED)),
    surname: name,
    pass: newPassword,
    confirmation: z.string().check(z.minLength(1, REQUIRED)),
  })
  .check(
    z.refine(({ pass, confirmation }) => pass === confirmation, { message: 'Las contraseñas deben ser iguales.', path: ['confirmation'] }),
  )

/** For a person without an account: name and password create one. */
export function NewPersonForm({ onSubmit, onDone }: { onSubmit: (nueva: PersonaNueva) => Promise<void>; onDone: () => void }) {
  const requisitos = useRequisitos()
  return (
    <Form
      label="Sus datos"
      schema={Schema}
      initial={{ name: '', surname: '', pass: '', confirmation: '' }}
      onSubmit={({ name: given, surname, pass }) => onSubmit({ name: given, surname, pass })}
      onDone={onDone}
    >
      <TextField name="name" label="Nombre" autoComplete="given-name" required />
      <TextField name="surname" label="Apellido" autoComplete="family-name" />
      <NewPasswordField name="pass" label="Contraseña" requisitos={requisitos} required />
      <PasswordField name="confirmation" label="Confirmar contraseña" autoComplete="new-password" required />
      <SubmitButton label="Crear mi cuenta y aceptar" />
      <RequiredNote />
    </Form>
  )
}
