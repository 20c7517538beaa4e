import { NOMBRES_TRANSPORTE, placaSri } from '@yupana/fiscal'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { isEmptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import type { FacturaValores } from './factura-valores.ts'

const OPTIONS = Object.entries(NOMBRES_TRANSPORTE).map(([value, label]) => ({ value, label: `${value} · ${label}` }))
const PLACA = 'Escriba la placa como ABC1234.'

const Schema = z.object({
  codigo: z.string(),
  placa: z.pipe(
    z.string().check(z.refine((placa) => placaSri(placa.trim()) !== undefined, PLACA)),
    z.transform((placa) => placaSri(placa.trim()) ?? ''),
  ),
})

/** Commercial land transport (anexo 25): a code on every line, and the plate in the SRI's format. */
export function ParteTransporte({ onClose }: { onClose: () => void }) {
  const { getValues, setValue } = useFormContext<FacturaValores>()
  const { lineas, placa } = getValues()
  const used = lineas.map(({ codigo_auxiliar: codigo }) => codigo).find((codigo) => NOMBRES_TRANSPORTE[codigo] !== undefined)
  return (
    <FormDialog
      title="Transporte comercial"
      schema={Schema}
      initial={{ codigo: used ?? OPTIONS[0]?.value ?? '', placa }}
      saveLabel="Listo"
      onSubmit={async ({ codigo, placa: escrita }) => {
        setValue('placa', escrita, { shouldDirty: true })
        setValue(
          'lineas',
          getValues('lineas').map((linea) => (isEmptyLinea(linea) ? linea : { ...linea, codigo_auxiliar: codigo })),
          { shouldDirty: true },
        )
      }}
      onClose={onClose}
    >
      <SelectField name="codigo" label="Quién factura a quién" options={OPTIONS} required />
      <TextField name="placa" label="Placa" description="Va en la factura, y el código en cada una de sus líneas." required />
    </FormDialog>
  )
}
