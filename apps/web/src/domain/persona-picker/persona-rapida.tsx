import { MAX_CONTACTOS, readPersona, type Persona } from '@yupana/contract'
import { checkIdentificacion, TIPO_IDENTIFICACION, tipoIdentificacionByShape } from '@yupana/fiscal'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { fetchData } from '../../lib/http/http.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Conocida, type Registrada } from '../persona/conocida.tsx'
import { IdentificacionFields } from '../persona/identificacion-fields.tsx'
import { nombreSri, RazonSocialField } from '../persona/razon-social-field.tsx'
import { savePersona } from '../persona/persona-save.ts'
import { personaInitial, PersonaSchema, type PersonaInput } from '../persona/persona-schema.ts'
import type { RolElegido } from './persona-busqueda.ts'

/** The searched text fills the identification or the name. */
function initialOf(text: string, rol: RolElegido): PersonaInput {
  const typed = text.trim()
  const isNumber = /^\d{5,}$/.test(typed)
  const isRuc = tipoIdentificacionByShape(typed) === TIPO_IDENTIFICACION.RUC
  return {
    ...personaInitial(),
    roles: [rol],
    tipo_identificacion: isRuc ? TIPO_IDENTIFICACION.RUC : TIPO_IDENTIFICACION.CEDULA,
    identificacion: isNumber ? typed : '',
    razon_social: isNumber ? '' : nombreSri(typed),
  }
}

interface PersonaRapidaProps {
  /** The searched text. */
  text: string
  /** Role of the new person. */
  rol?: RolElegido
  onDone: (persona: Persona) => void
  onClose: () => void
}

/** Registers a person without leaving the form behind; the rest of the data can wait. */
export function PersonaRapida({ text, rol = 'cliente', onDone, onClose }: PersonaRapidaProps) {
  const [keyFor] = useState(createSendingKey)
  const initial = initialOf(text, rol)
  // The searched text is an identification: the name is the next field.
  const hasNumber = checkIdentificacion(initial.tipo_identificacion, initial.identificacion).valid
  return (
    <FormDialog
      title={`Nuevo ${rol}`}
      schema={PersonaSchema}
      initial={initial}
      onSubmit={(form) => savePersona(form, undefined, keyFor(form))}
      onDone={onDone}
      onClose={onClose}
    >
      <IdentificacionFields autoFocus={!hasNumber} />
      <Conocida wayTo={(persona) => persona.activo && <Elegir persona={persona} onDone={onDone} />} />
      <RazonSocialField autoFocus={hasNumber} />
      <ListField name="correos" label="Correos" itemLabel="Correo" addLabel="Añadir correo" max={MAX_CONTACTOS} startsOpen />
      <TextField name="direccion" label="Dirección" />
    </FormDialog>
  )
}

/** Chooses the existing person instead of registering it again. */
function Elegir({ persona: { id, razon_social: nombre }, onDone }: { persona: Registrada; onDone: (persona: Persona) => void }) {
  const [isBusy, choose] = useBusy(async () => onDone(await fetchData(readPersona, { params: { id } })))
  return (
    <Button variant="default" busy={isBusy} busyLabel="Eligiendo…" aria-label={`Elegir a ${nombre}`} onClick={() => void choose()}>
      Elegir
    </Button>
  )
}
