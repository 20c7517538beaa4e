import { displayMonto, parseEntrada } from '@yupana/fiscal'
import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { discountAll, grossOf } from './descuento.ts'
import type { FacturaValores } from './factura-valores.ts'

const EN = [
  { value: 'PORCENTAJE', label: 'Porcentaje (%)' },
  { value: 'VALOR', label: 'Dólares ($)' },
] as const

/** One discount over all lines, instead of their own discounts. */
export function DescuentoGlobal({ onClose }: { onClose: () => void }) {
  const { getValues, setValue } = useFormContext<FacturaValores>()
  const total = grossOf(getValues('lineas'))
  const Schema = z.object({ en: z.enum(['PORCENTAJE', 'VALOR']), descuento: z.string() }).check(
    z.check(({ value: { en, descuento }, issues }) => {
      const entrada = parseEntrada(descuento, 2)
      const most = en === 'PORCENTAJE' ? 100_000_000 : total
      const message = !entrada.ok
        ? entrada.problem
        : entrada.monto < 0 || entrada.monto > most
          ? `Tiene que ser como máximo ${en === 'PORCENTAJE' ? '100' : displayMonto(total)}.`
          : undefined
      if (message !== undefined) issues.push({ code: 'custom', message, input: descuento, path: ['descuento'] })
    }),
  )
  return (
    <FormDialog
      title="Descuento global"
      schema={Schema}
      initial={{ en: 'PORCENTAJE' as const, descuento: '' }}
      saveLabel="Aplicar"
      onSubmit={async ({ en, descuento }) => setValue('lineas', discountAll(getValues('lineas'), en, descuento), { shouldDirty: true })}
      onClose={onClose}
    >
      <SelectField name="en" label="Descuento en" options={EN} />
      <MontoField
        name="descuento"
        label="Descuento"
        decimals={0}
        description="Se reparte entre las líneas y reemplaza los descuentos que tengan. Con 0 se quitan."
        required
      />
    </FormDialog>
  )
}
