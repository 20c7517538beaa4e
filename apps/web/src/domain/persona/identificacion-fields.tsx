import { checkIdentificacion, TIPO_IDENTIFICACION, tipoIdentificacionByShape } from '@yupana/fiscal'
import { useEffect, useEffectEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { SelectField } from '../../components/form/choice-fields.tsx'
import page from '../../components/form/form-page.module.css'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { TIPO_OPTIONS, type PersonaInput } from './persona-schema.ts'

/** Kinds that the digits tell apart: any other was chosen for a reason. */
const NATIONAL: readonly string[] = [TIPO_IDENTIFICACION.RUC, TIPO_IDENTIFICACION.CEDULA]

/** Kind and number of an identification; the kind follows what is typed. */
export function IdentificacionFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const { getValues, setValue } = useFormContext<PersonaInput>()
  const identificacion = useWatch<PersonaInput, 'identificacion'>({ name: 'identificacion' }).trim()
  const follow = useEffectEvent(() => {
    const tipo = getValues('tipo_identificacion')
    const shape = tipoIdentificacionByShape(identificacion)
    const option = TIPO_OPTIONS.find(({ value }) => value === shape)
    if (option && option.value !== tipo && NATIONAL.includes(tipo)) setValue('tipo_identificacion', option.value, { shouldDirty: true })
  })
  useEffect(() => follow(), [identificacion])
  return (
    <FieldPair>
      <SelectField name="tipo_identificacion" label="Tipo de identificación" options={TIPO_OPTIONS} required />
      <TextField name="identificacion" label="Identificación" required autoFocus={autoFocus} description={<SecondLook />} />
    </FieldPair>
  )
}

/** What does not block and still deserves a look: said while there is time to correct it. */
function SecondLook() {
  const [tipo, identificacion] = useWatch<PersonaInput, ['tipo_identificacion', 'identificacion']>({
    name: ['tipo_identificacion', 'identificacion'],
  })
  const { warning } = checkIdentificacion(tipo, identificacion.trim())
  return warning ? (
    <span role="status" className={page.warning}>
      {warning}
    </span>
  ) : null
}
