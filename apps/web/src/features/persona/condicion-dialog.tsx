import { REGIMENES, REGIMEN_LABEL } from '@yupana/fiscal'
import {
  CALIFICACION_PERSONA_LABEL,
  CALIFICACIONES_PERSONA,
  TIPO_CONTRIBUYENTE_LABEL,
  TIPOS_CONTRIBUYENTE,
  type CondicionPersona,
} from '@yupana/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxGroupField, SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntradaOpcional, fechaProblem } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { today } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { condicionOn } from './condicion-dia.ts'
import { anotar, corregir } from './persona-condicion.queries.ts'

const schema = z.object({
  desde: fechaEntradaOpcional(),
  tipo_contribuyente: z.nullable(z.enum(TIPOS_CONTRIBUYENTE)),
  regimen: z.nullable(z.enum(REGIMENES)),
  calificaciones: z.array(z.enum(CALIFICACIONES_PERSONA)),
})

const SIN = { value: null, label: 'Sin especificar' }
const TIPOS = [SIN, ...TIPOS_CONTRIBUYENTE.map((value) => ({ value, label: TIPO_CONTRIBUYENTE_LABEL[value] }))]
const REGIMEN_OPTIONS = [SIN, ...REGIMENES.map((value) => ({ value, label: REGIMEN_LABEL[value] }))]
const CALIFICACIONES = CALIFICACIONES_PERSONA.map((value) => ({ value, label: CALIFICACION_PERSONA_LABEL[value] }))

interface CondicionDialogProps {
  persona: { id: string }
  /** The change to correct; a new one begins with the condition of its day. */
  condicion?: CondicionPersona | undefined
  historia: readonly CondicionPersona[]
  onClose: () => void
}

export function CondicionDialog({ persona, condicion, historia, onClose }: CondicionDialogProps) {
  const [keyFor] = useState(createSendingKey)
  const { tipo_contribuyente, regimen, calificaciones } = condicion ?? condicionOn(historia, today())
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
      {!condicion && <SegunElDia historia={historia} />}
      <CampoFecha name="desde" label="Desde" description="Vacío si es así desde siempre. Rige hasta el cambio siguiente." />
      <FieldPair>
        <SelectField name="tipo_contribuyente" label="Tipo de contribuyente" options={TIPOS} />
        <SelectField name="regimen" label="Régimen" options={REGIMEN_OPTIONS} />
      </FieldPair>
      <CheckboxGroupField name="calificaciones" label="Calificación del SRI" options={CALIFICACIONES} />
    </FormDialog>
  )
}

const told = (value: unknown) => String(Array.isArray(value) ? value.toSorted() : value)

/** Unchanged fields follow the day: a change of kind alone keeps that day's qualifications. */
function SegunElDia({ historia }: { historia: readonly CondicionPersona[] }) {
  const { getValues, setValue } = useFormContext<z.input<typeof schema>>()
  const desde = useWatch<z.input<typeof schema>, 'desde'>({ name: 'desde' })
  const written = useRef(condicionOn(historia, today()))
  const write = useEffectEvent(() => {
    if (desde !== '' && fechaProblem(desde) !== undefined) return
    const [before, next] = [written.current, condicionOn(historia, desde || null)]
    written.current = next
    for (const name of ['tipo_contribuyente', 'regimen', 'calificaciones'] as const)
      if (told(getValues(name)) === told(before[name])) setValue(name, next[name])
  })
  useEffect(() => write(), [desde])
  return null
}
