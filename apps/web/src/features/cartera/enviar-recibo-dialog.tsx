import { correo, MAX_CORREOS_RECIBO, MAX_MENSAJE_CORREO, type PagoFila } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { sendRecibo, terceroQuery } from './cartera.queries.ts'

const Schema = z.object({
  correos: z.array(correo).check(z.minLength(1, 'Añada al menos un correo.'), z.maxLength(MAX_CORREOS_RECIBO)),
  mensaje: z.string().check(z.trim(), z.maxLength(MAX_MENSAJE_CORREO, `${MAX_MENSAJE_CORREO} caracteres máximos.`)),
})

interface EnviarReciboProps {
  pago: Pick<PagoFila, 'id' | 'numero' | 'persona_id' | 'tercero_nombre'>
  onClose: () => void
}

const titleOf = ({ numero }: EnviarReciboProps['pago']) => `Enviar el recibo ${numero}`

/** Mails the receipt of a payment, to the addresses of the other party unless others are typed. */
export function EnviarReciboDialog({ pago, onClose }: EnviarReciboProps) {
  const { persona_id: persona } = pago
  const { data, error, refetch } = useQuery({ ...terceroQuery(persona ?? ''), enabled: persona !== null })
  if (persona === null) return <Formulario pago={pago} correos={[]} onClose={onClose} />
  if (data) return <Formulario pago={pago} correos={data.correos} onClose={onClose} />
  return (
    <Dialog opened title={titleOf(pago)} onClose={onClose}>
      {error ? (
        <LoadFailure reason="No se pudieron abrir sus correos." onRetry={() => void refetch()} onBack={onClose} />
      ) : (
        <p role="status">Cargando…</p>
      )}
    </Dialog>
  )
}

function Formulario({ pago, correos, onClose }: EnviarReciboProps & { correos: readonly string[] }) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title={titleOf(pago)}
      saveLabel="Enviar correo"
      busyLabel="Enviando…"
      schema={Schema}
      initial={{ correos: correos.length > 0 ? correos.slice(0, MAX_CORREOS_RECIBO) : [''], mensaje: '' }}
      hasRequired={false}
      onSubmit={(form) => sendRecibo(pago.id, form, keyFor(form))}
      onClose={onClose}
    >
      <p>{`El correo a ${pago.tercero_nombre} dice cuánto se pagó y de qué, y lleva el recibo en PDF.`}</p>
      <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CORREOS_RECIBO} />
      <TextAreaField name="mensaje" label="Mensaje" rows={3} />
    </FormDialog>
  )
}
