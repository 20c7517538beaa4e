import { NotificacionForm, TipoNotificacion, type Notificacion } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { saveNotificacion } from './notificacion.queries.ts'
import { TIPO_OPTIONS } from './tipo-notificacion.ts'

/** As typed; the checks of the contract follow. */
const Schema = z
  .object({
    type: TipoNotificacion,
    message: z.string().check(z.trim()),
    desde: fechaEntrada(),
    hasta: fechaEntradaOpcional(),
    activa: z.boolean(),
  })
  .check(({ value, issues }) => {
    for (const { message, path } of NotificacionForm.safeParse(value).error?.issues ?? [])
      issues.push({
        code: 'custom',
        message: value.message === '' && path[0] === 'message' ? REQUIRED : message,
        path: [...path],
        input: value,
      })
  })

export function NotificacionDialog({ present, onClose }: { present: Notificacion | undefined; onClose: () => void }) {
  const [keyFor] = useState(createSendingKey)
  const initial = {
    type: present?.type ?? ('NOVEDAD' as const),
    message: present?.message ?? '',
    desde: present?.desde ?? today(),
    hasta: present?.hasta ?? '',
    activa: present?.activa ?? true,
  }
  return (
    <FormDialog
      title={present ? 'Editar notificación' : 'Nueva notificación'}
      schema={Schema}
      initial={initial}
      onSubmit={(form) => saveNotificacion(form, present, keyFor(form))}
      onClose={onClose}
    >
      <SelectField name="type" label="Tipo" options={TIPO_OPTIONS} required />
      <TextAreaField
        name="message"
        label="Mensaje"
        required
        description="Lo verá cada usuario al entrar, hasta que lo cierre. 500 caracteres como máximo."
      />
      <FieldPair>
        <CampoFecha name="desde" label="Desde" required />
        <CampoFecha name="hasta" label="Hasta" description="Vacío: hasta que la retire." />
      </FieldPair>
      <CheckboxField name="activa" label="Activa" description="Una notificación retirada no se muestra a nadie." />
    </FormDialog>
  )
}
