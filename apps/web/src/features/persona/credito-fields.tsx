import type { Persona } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { TextInput } from '@mantine/core'

import { FieldPair } from '../../components/form/form-parts.tsx'
import { IntegerField, MontoField } from '../../components/form/number-fields.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'

const DIAS = 'Días de crédito'
const LIMITE = 'Límite de crédito'
const ORDER = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

/** Credit terms of a client: sellers read them, and change them only with a right. */
export function CreditoFields({ persona }: { persona: Persona | undefined }) {
  if (hasRight('persona:credito'))
    return (
      <FieldPair>
        <IntegerField name="dias_credito" label={DIAS} />
        <MontoField name="limite_credito" label={LIMITE} description="Se avisa al vender si lo pasa. Vacío, sin límite." />
      </FieldPair>
    )
  const limite = persona?.limite_credito ?? null
  const leido = { readOnly: true, inputWrapperOrder: ORDER, description: 'Lo cambia quien puede dar crédito.' }
  return (
    <FieldPair>
      <TextInput label={DIAS} value={persona?.dias_credito ?? 0} {...leido} />
      <TextInput label={LIMITE} value={limite === null ? 'Sin límite' : displayMonto(limite)} {...leido} />
    </FieldPair>
  )
}
