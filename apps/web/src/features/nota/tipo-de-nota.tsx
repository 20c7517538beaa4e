import { COD_DOC } from '@yupana/fiscal'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { RadioGroup } from '../../components/radio-group.tsx'
import { pathOfNueva } from './nota-tipo.ts'
import type { ValoresNota } from './nota-valores.ts'
import type { TipoNota } from './nota.queries.ts'

const TIPOS: readonly { value: TipoNota; label: string }[] = [
  { value: COD_DOC.NOTA_CREDITO, label: 'Crédito' },
  { value: COD_DOC.NOTA_DEBITO, label: 'Débito' },
]

/** Switches between the two notes (O-27), with the same factura. */
export function TipoDeNota({ tipo }: { tipo: TipoNota }) {
  const navigate = useNavigate()
  const { getValues } = useFormContext<ValoresNota>()
  return (
    <RadioGroup
      label="Tipo de nota"
      options={TIPOS}
      value={tipo}
      onChange={(next) => void navigate(pathOfNueva(next, getValues('modificado')?.documento_id))}
    />
  )
}
