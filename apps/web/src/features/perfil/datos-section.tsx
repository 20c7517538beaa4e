import type { Perfil } from '@yupana/contract'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { saveKeeping } from '../../components/form/save-keeping.ts'
import { PasswordField, TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { today } from '../../lib/formato/format.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { savePerfil } from './perfil.queries.ts'
import { NACIMIENTO_MIN, perfilInitial, perfilSchema } from './perfil-schema.ts'

export function DatosSection({ perfil }: { perfil: Perfil }) {
  const leave = useLeave('/')
  const [schema] = useState(() => perfilSchema(perfil))
  return (
    <Form
      label="Datos personales"
      schema={schema}
      initial={perfilInitial(perfil)}
      footer={<FormFooter onCancel={leave} />}
      onSubmit={(values, form) => saveKeeping(form, savePerfil(values).then(perfilInitial))}
    >
      <FormSection title="Datos personales">
        <FieldPair>
          <TextField name="ci" label="Identificación" inputMode="numeric" />
          <TextField name="username" label="Usuario" autoComplete="username" required />
        </FieldPair>
        <FieldPair>
          <TextField name="name" label="Nombre" autoComplete="given-name" />
          <TextField name="surname" label="Apellido" autoComplete="family-name" />
        </FieldPair>
        <FieldPair>
          <TextField name="mail" label="Correo" type="email" inputMode="email" autoComplete="email" required={perfil.mail !== ''} />
          <TextField name="phone" label="Teléfono" type="tel" inputMode="tel" autoComplete="tel" />
        </FieldPair>
        <FieldPair>
          <CampoFecha name="birthDate" label="Fecha Cumpleaño" min={NACIMIENTO_MIN} max={today()} />
          <Confirmation mail={perfil.mail} />
        </FieldPair>
      </FormSection>
    </Form>
  )
}

/** Another mail address needs the password, because its owner could take over the account. */
function Confirmation({ mail }: { mail: string }) {
  const isAsked = useFieldError('pass') !== undefined
  const typed = useWatch<{ mail: string }, 'mail'>({ name: 'mail' })
  const isOther = typed.trim().toLowerCase() !== mail.toLowerCase()
  return isAsked || isOther ? (
    <PasswordField
      name="pass"
      label="Su contraseña"
      autoComplete="current-password"
      required
      description="El correo nuevo valdrá cuando abra el enlace que le enviaremos."
    />
  ) : null
}
