import {
  CALIFICACION_PERSONA_LABEL,
  CALIFICACIONES_PERSONA,
  REGIMEN_PERSONA_LABEL,
  REGIMENES_PERSONA,
  TIPO_CONTRIBUYENTE_LABEL,
  TIPOS_CONTRIBUYENTE,
  type CondicionesPersona,
  type CondicionPersona,
} from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxGroupField, SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { today } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { anotar, corregir } from './persona-condicion.queries.ts'

const schema = z.object({
  desde: fechaEntradaOpcional(),
  tipo_contribuyente: z.nullable(z.enum(TIPOS_CONTRIBUYENTE)),
  regimen: z.nullable(z.enum(REGIMENES_PERSONA)),
  calificaciones: z.array(z.enum(CALIFICACIONES_PERSONA)),
})

const SIN = { value: null, label: 'Sin especificar' }
const TIPOS = [SIN, ...TIPOS_CONTRIBUYENTE.map((value) => ({ value, label: TIPO_CONTRIBUYENTE_LABEL[value] }))]
const REGIMENES = [SIN, ...REGIMENES_PERSONA.map((value) => ({ value, label: REGIMEN_PERSONA_LABEL[value] }))]
const CALIFICACIONES = CALIFICACIONES_PERSONA.map((value) => ({ value, label: CALIFICACION_PERSONA_LABEL[value] }))

interface CondicionDialogProps {
  persona: { id: string }
  /** The change that is corrected; a new one begins with what stands today. */
  condicion?: CondicionPersona | undefined
  hoy: CondicionesPersona['hoy']
  onClose: () => void
}

export function CondicionDialog({ persona, condicion, hoy, onClose }: CondicionDialogProps) {
  const [keyFor] = useState(createSendingKey)
  const { tipo_contribuyente, regimen, calificaciones } = condicion ?? hoy
  return (
    <FormDialog
      title={condicion ? 'Corregir el cambio' : 'Anotar un cambio'}
      schema={schema}
      initial={{ desde: condicion ? (condicion.desde ?? '') : today(), tipo_contribuyente, regimen, calificaciones }}
      onSubmit={(body) =>
        condicion ? corregir(condicion.id, { ...body, version: condicion.version }) : anotar(persona.id, body, keyFor(body))
      }
      onClose={onClose}
      hasRequired={false}
    >
      <CampoFecha name="desde" label="Desde" description="Vacío si es así desde siempre. Rige hasta el cambio siguiente." />
      <FieldPair>
        <SelectField name="tipo_contribuyente" label="Tipo de contribuyente" options={TIPOS} />
        <SelectField name="regimen" label="Régimen" options={REGIMENES} />
      </FieldPair>
      <CheckboxGroupField name="calificaciones" label="Calificación del SRI" options={CALIFICACIONES} />
    </FormDialog>
  )
}
