import { correo, MAX_MENSAJE_CORREO } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { Alert } from '../../components/alert.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { correosOf, MAX_CORREOS } from './comprobante-lote.ts'
import { comprobanteQuery } from '../../domain/comprobante/ficha.queries.ts'
import { mailDocumento } from './comprobante.queries.ts'

const MailSchema = z.object({
  correos: z.array(correo).check(z.minLength(1, 'Añada al menos un correo.'), z.maxLength(MAX_CORREOS)),
  mensaje: z.string().check(z.trim(), z.maxLength(MAX_MENSAJE_CORREO, `${MAX_MENSAJE_CORREO} caracteres máximos.`)),
})

interface MailDialogProps {
  id: string
  numero: string
  onClose: () => void
}

/** Sends RIDE and XML again, to earlier receivers or to others. */
export function MailDialog({ id, numero, onClose }: MailDialogProps) {
  const title = `Reenviar ${numero} por correo`
  const { data, isError } = useQuery(comprobanteQuery(id))
  if (!data)
    return (
      <Dialog opened title={title} onClose={onClose} size="var(--form-dialog-width)">
        {isError ? (
          <Alert title="No se pudieron cargar los correos." details={['Cierre esta ventana y vuelva a intentar.']} />
        ) : (
          <Skeleton label="Cargando los correos" lines={['60%', '90%']} />
        )}
      </Dialog>
    )
  const known = correosOf(data)
  return (
    <FormDialog
      title={title}
      saveLabel="Enviar correo"
      busyLabel="Enviando…"
      schema={MailSchema}
      initial={{ correos: known.length > 0 ? known : [''], mensaje: '' }}
      hasRequired={false}
      onSubmit={({ correos, mensaje }) => mailDocumento(id, correos, mensaje)}
      onClose={onClose}
    >
      <p>Se envían el RIDE y el XML.</p>
      <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CORREOS} />
      <TextAreaField name="mensaje" label="Mensaje al cliente" description="Va en el correo, después del texto de siempre." rows={3} />
    </FormDialog>
  )
}
