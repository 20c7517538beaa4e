import { correo, MAX_CORREOS_ESTADO, MAX_MENSAJE_CORREO } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { sendEstado } from './cartera.queries.ts'
import { diasText } from './cartera-words.ts'

const Schema = z.object({
  correos: z.array(correo).check(z.minLength(1, 'Añada al menos un correo.'), z.maxLength(MAX_CORREOS_ESTADO)),
  mensaje: z.string().check(z.trim(), z.maxLength(MAX_MENSAJE_CORREO, `${MAX_MENSAJE_CORREO} caracteres máximos.`)),
})

interface EnviarEstadoProps {
  persona: { razon_social: string; correos: readonly string[] }
  /** Person, side and days of the statement. */
  de: Parameters<typeof sendEstado>[0]
  onClose: () => void
}

/** Mails the account statement of the shown days. */
export function EnviarEstadoDialog({ persona: { razon_social: nombre, correos }, de, onClose }: EnviarEstadoProps) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title={`Enviar el estado de cuenta a ${nombre}`}
      saveLabel="Enviar correo"
      busyLabel="Enviando…"
      schema={Schema}
      initial={{ correos: correos.length > 0 ? correos.slice(0, MAX_CORREOS_ESTADO) : [''], mensaje: '' }}
      hasRequired={false}
      onSubmit={(form) => sendEstado(de, form, keyFor({ ...form, ...de }))}
      onClose={onClose}
    >
      <p>El PDF lleva los movimientos {diasText(de)}, con el saldo anterior y el final.</p>
      <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CORREOS_ESTADO} />
      <TextAreaField name="mensaje" label="Mensaje" rows={3} />
    </FormDialog>
  )
}
