import type { Fecha, ModoPrecio } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'

import { NativeSelect } from '../../components/native-select.tsx'
import { convertLinea } from './linea-valores.ts'
import type { LineasForm } from './lineas-context.ts'

interface ConModo extends LineasForm {
  modo: ModoPrecio
  fecha_emision: Fecha
}

const MODOS: readonly { value: ModoPrecio; label: string }[] = [
  { value: 'NETO', label: 'Sin IVA' },
  { value: 'PVP', label: 'Con IVA (PVP)' },
]

/** Whether prices are typed with IVA. Changing it keeps what is charged. */
export function Modo() {
  const { setValue, getValues } = useFormContext<ConModo>()
  const modo = useWatch<ConModo, 'modo'>({ name: 'modo' })
  const change = (next: ModoPrecio) => {
    const { lineas, fecha_emision } = getValues()
    setValue('modo', next, { shouldDirty: true })
    setValue(
      'lineas',
      lineas.map((linea) => convertLinea(linea, next, fecha_emision)),
      { shouldDirty: true },
    )
  }
  return (
    <NativeSelect
      label="Precios"
      value={modo}
      data={MODOS.map((option) => ({ ...option }))}
      onChange={(event) => change(event.currentTarget.value === 'PVP' ? 'PVP' : 'NETO')}
    />
  )
}
