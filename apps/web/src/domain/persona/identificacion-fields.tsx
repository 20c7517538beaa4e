import { checkIdentificacion, TIPO_IDENTIFICACION, tipoIdentificacionByShape } from '@yupana/fiscal'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { SelectField } from '../../components/form/choice-fields.tsx'
import page from '../../components/form/form-page.module.css'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { TIPO_OPTIONS, type PersonaInput } from './persona-schema.ts'

/** Kinds that the digits tell apart; any other kind was chosen on purpose. */
const NATIONAL: readonly string[] = [TIPO_IDENTIFICACION.RUC, TIPO_IDENTIFICACION.CEDULA]

/** Sets the kind by the typed number, until the user chooses a foreign kind. */
function useTipoOfTyped() {
  const { setValue } = useFormContext<PersonaInput>()
  const [tipo, typed] = useWatch<PersonaInput, ['tipo_identificacion', 'identificacion']>({
    name: ['tipo_identificacion', 'identificacion'],
  })
  const identificacion = typed.trim()
  /** The kind that was set here, and the national one that it replaced. */
  const own = useRef<{ tipo: typeof tipo; before: typeof tipo }>(undefined)
  const follow = useEffectEvent(() => {
    const before = NATIONAL.includes(tipo) ? tipo : own.current?.before
    if (before === undefined) return
    const shape = tipoIdentificacionByShape(identificacion) ?? before
    const option = TIPO_OPTIONS.find(({ value }) => value === shape)
    if (!option || option.value === tipo) return
    own.current = { tipo: option.value, before }
    setValue('tipo_identificacion', option.value, { shouldDirty: true })
  })
  useEffect(() => {
    if (own.current?.tipo !== tipo) own.current = undefined
  }, [tipo])
  useEffect(() => follow(), [identificacion])
}

/** Kind and number of an identification; the kind follows the number. */
export function IdentificacionFields({ autoFocus = false }: { autoFocus?: boolean }) {
  useTipoOfTyped()
  return (
    <FieldPair>
      <SelectField name="tipo_identificacion" label="Tipo de identificación" options={TIPO_OPTIONS} required />
      <TextField name="identificacion" label="Identificación" required autoFocus={autoFocus} description={<SecondLook />} />
    </FieldPair>
  )
}

/** A warning that does not block, shown while there is time to correct it. */
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
