import { useQuery } from '@tanstack/react-query'
import { useFormState } from 'react-hook-form'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { FieldPair, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { PasswordField } from '../../components/form/text-field.tsx'
import { confirmed, newPasswordFields } from '../../domain/cuenta/reglas.ts'
import { requisitosQuery, savePassword } from './perfil.queries.ts'
import classes from './perfil.module.css'

const PasswordSchema = confirmed(z.object({ current_pass: z.string().check(z.minLength(1, REQUIRED)), ...newPasswordFields }))
const EMPTY = { current_pass: '', new_pass: '', confirmation: '' }

export function PasswordSection({ username }: { username: string }) {
  const { data: requisitos } = useQuery(requisitosQuery())
  return (
    <Form
      label="Cambiar contraseña"
      schema={PasswordSchema}
      initial={EMPTY}
      onSubmit={async ({ current_pass, new_pass }, form) => {
        await savePassword(current_pass, new_pass)
        form.reset(EMPTY)
      }}
    >
      <FormSection title="Contraseña">
        <p className={classes.quiet}>Al cambiarla terminan sus sesiones en otros dispositivos.</p>
        {/* For password managers, which store the new password under this user. */}
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <PasswordField name="current_pass" label="Contraseña actual" autoComplete="current-password" required />
        <FieldPair>
          <NewPasswordField name="new_pass" label="Nueva contraseña" requisitos={requisitos} required />
          <PasswordField name="confirmation" label="Confirmar nueva contraseña" autoComplete="new-password" required />
        </FieldPair>
        <Actions />
      </FormSection>
    </Form>
  )
}

function Actions() {
  const { isSubmitting } = useFormState()
  return (
    <div>
      <Button type="submit" busy={isSubmitting} busyLabel="Guardando…">
        Cambiar contraseña
      </Button>
    </div>
  )
}
