import { correo, MAX_CORREOS_ESTADO, MAX_MENSAJE_CORREO } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { recordar } from './cartera.queries.ts'

const Schema = z.object({
  correos: z.array(correo).check(z.minLength(1, 'Añada al menos un correo.'), z.maxLength(MAX_CORREOS_ESTADO)),
  mensaje: z.string().check(z.trim(), z.maxLength(MAX_MENSAJE_CORREO, `${MAX_MENSAJE_CORREO} caracteres máximos.`)),
  con_estado: z.boolean(),
})

interface RecordarDialogProps {
  persona: { id: string; razon_social: string; correos: readonly string[] }
  onClose: () => void
}

/** Mails a client his debt. */
export function RecordarDialog({ persona: { id, razon_social: nombre, correos }, onClose }: RecordarDialogProps) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title={`Recordar el saldo a ${nombre}`}
      saveLabel="Enviar correo"
      busyLabel="Enviando…"
      schema={Schema}
      initial={{ correos: correos.length > 0 ? correos.slice(0, MAX_CORREOS_ESTADO) : [''], mensaje: '', con_estado: true }}
      hasRequired={false}
      onSubmit={(form) => recordar(id, form, keyFor(form))}
      onClose={onClose}
    >
      <p>El correo dice qué documentos debe, desde cuándo y cuánto en total.</p>
      <CheckboxField name="con_estado" label="Adjuntar el estado de cuenta en PDF" />
      <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CORREOS_ESTADO} />
      <TextAreaField name="mensaje" label="Mensaje al cliente" description="Dónde pagar, por ejemplo. Va después de la lista." rows={3} />
    </FormDialog>
  )
}
