import { P12_UPLOAD_MAX_BYTES } from '@yupana/contract'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { FileField } from '../../components/form/file-field.tsx'
import { Form, RequiredNote } from '../../components/form/form.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { PasswordField } from '../../components/form/text-field.tsx'
import { uploadFirma } from './empresa.queries.ts'
import classes from './empresa.module.css'

const FirmaSchema = z.object({
  file: z.custom<File>((value) => value instanceof File, REQUIRED),
  pass: z.string().check(z.minLength(1, REQUIRED)),
  confirmar: z.boolean(),
})

/** A .p12 with its password. Problems show at their fields; file and password stay for the next try. */
export const FirmaForm = ({ reemplaza, onDone }: { reemplaza: string | undefined; onDone: () => void }) => (
  <Form
    label="Firma electrónica"
    schema={FirmaSchema}
    initial={{ pass: '', confirmar: false }}
    onSubmit={(firma) => uploadFirma(firma, reemplaza)}
    onDone={onDone}
  >
    <FileField
      name="file"
      label="Archivo de la firma"
      kind="file"
      accept=".p12,.pfx,application/x-pkcs12"
      maxBytes={P12_UPLOAD_MAX_BYTES}
      required
      description="Archivo .p12 o .pfx con llave RSA."
    />
    <PasswordField
      name="pass"
      label="Contraseña de la firma"
      autoComplete="off"
      required
      description="Viaja cifrada y abre el archivo en el servidor. Nadie puede volver a verla en esta pantalla."
    />
    <Confirmation />
    <Buttons />
    <RequiredNote />
  </Form>
)

/** Shown only if the certificate does not name its owner, once the server has asked (O-67). */
function Confirmation() {
  const { errors } = useFormState<z.input<typeof FirmaSchema>>()
  const isConfirmed = useWatch<z.input<typeof FirmaSchema>, 'confirmar'>({ name: 'confirmar' })
  if (!errors.confirmar && !isConfirmed) return null
  return (
    <CheckboxField
      name="confirmar"
      label="Confirmo que esta firma pertenece a esta empresa"
      description="Su confirmación queda registrada."
    />
  )
}

function Buttons() {
  const { reset } = useFormContext()
  const { isSubmitting, isDirty } = useFormState()
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => reset()} disabled={!isDirty || isSubmitting}>
        Cancelar
      </Button>
      <Button type="submit" busy={isSubmitting} busyLabel="Subiendo…">
        Subir
      </Button>
    </div>
  )
}
