import { correo, MAX_CORREOS_COTIZACION, MAX_MENSAJE_CORREO, type Cotizacion } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { mail } from './cotizacion.queries.ts'

const CorreoSchema = z.object({
  correos: z.array(correo).check(z.minLength(1, 'Añada al menos un correo.'), z.maxLength(MAX_CORREOS_COTIZACION)),
  mensaje: z.string().check(z.trim(), z.maxLength(MAX_MENSAJE_CORREO, `${MAX_MENSAJE_CORREO} caracteres máximos.`)),
})

/** Mails a quote with its PDF and link, to the client's addresses unless others are typed. */
export function CorreoDialog({ cotizacion, onClose }: { cotizacion: Cotizacion; onClose: () => void }) {
  const [keyFor] = useState(createSendingKey)
  const known = cotizacion.form.comprador.correos.slice(0, MAX_CORREOS_COTIZACION)
  return (
    <FormDialog
      title={`Enviar la cotización ${cotizacion.numero}`}
      saveLabel="Enviar correo"
      busyLabel="Enviando…"
      schema={CorreoSchema}
      initial={{ correos: known.length > 0 ? known : [''], mensaje: '' }}
      hasRequired={false}
      onSubmit={(form) => mail(cotizacion, form, keyFor(form))}
      onClose={onClose}
    >
      <p>Va con el PDF y un enlace donde su cliente la ve y la acepta o rechaza.</p>
      <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CORREOS_COTIZACION} />
      <TextAreaField name="mensaje" label="Mensaje al cliente" description="Va en el correo, después del saludo." rows={3} />
    </FormDialog>
  )
}
