import { MAX_CONTACTOS, type Persona } from '@yupana/contract'
import { TIPO_IDENTIFICACION, tipoIdentificacionByShape } from '@yupana/fiscal'
import { useState } from 'react'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { IdentificacionFields } from '../persona/identificacion-fields.tsx'
import { savePersona } from '../persona/persona-save.ts'
import { personaInitial, PersonaSchema, type PersonaInput } from '../persona/persona-schema.ts'
import type { RolElegido } from './persona-busqueda.ts'

/** What was searched for is an identification or a name. */
function initialOf(text: string, rol: RolElegido): PersonaInput {
  const typed = text.trim()
  const isNumber = /^\d{5,}$/.test(typed)
  const isRuc = tipoIdentificacionByShape(typed) === TIPO_IDENTIFICACION.RUC
  return {
    ...personaInitial(),
    roles: [rol],
    tipo_identificacion: isRuc ? TIPO_IDENTIFICACION.RUC : TIPO_IDENTIFICACION.CEDULA,
    identificacion: isNumber ? typed : '',
    razon_social: isNumber ? '' : typed.toUpperCase(),
  }
}

interface PersonaRapidaProps {
  /** What was searched for. */
  text: string
  /** What they become. */
  rol?: RolElegido
  onDone: (persona: Persona) => void
  onClose: () => void
}

/** Registers a person without leaving what was being filled in; the rest of its data can wait. */
export function PersonaRapida({ text, rol = 'cliente', onDone, onClose }: PersonaRapidaProps) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title={`Nuevo ${rol}`}
      schema={PersonaSchema}
      initial={initialOf(text, rol)}
      onSubmit={(form) => savePersona(form, undefined, keyFor(form))}
      onDone={onDone}
      onClose={onClose}
    >
      <IdentificacionFields autoFocus />
      <TextField name="razon_social" label="Razón social o nombres" required />
      <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CONTACTOS} startsOpen />
      <TextField name="direccion" label="Dirección" />
    </FormDialog>
  )
}
