import { useFormContext, useWatch } from 'react-hook-form'

import { NativeSelect } from '../../components/native-select.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { CLASES, creditosOf, motivoOf, type NotaCreditoValores } from './credito-valores.ts'
import type { Clase } from './nota-valores.ts'

const OPCIONES = (Object.keys(CLASES) as Clase[]).map((value) => ({ value, label: CLASES[value].nombre }))

/** Purpose of the note: it sets the initial lines, the wording and the effect on stock (O-57). */
export function ClaseField() {
  const { setValue, getValues, clearErrors } = useFormContext<NotaCreditoValores>()
  const clase = useWatch<NotaCreditoValores, 'clase'>({ name: 'clase' })
  const error = useFieldError('clase')
  const change = (next: Clase) => {
    const { saldo, motivo } = getValues()
    clearErrors()
    setValue('clase', next, { shouldDirty: true })
    setValue('motivo', motivoOf(next, motivo))
    if (saldo) setValue('creditos', creditosOf(next, saldo))
  }
  return (
    <NativeSelect
      label="Clase de nota"
      name="clase"
      description={CLASES[clase].efecto}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      value={clase}
      data={OPCIONES}
      onChange={(event) => change(event.currentTarget.value as Clase)}
    />
  )
}
