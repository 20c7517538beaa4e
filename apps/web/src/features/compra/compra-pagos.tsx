import type { Fecha } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { emptyPago, type CompraInput } from './compra-schema.ts'
import { formaOptions } from './compra-words.tsx'
import classes from './compra.module.css'

const MAX_PAGOS = 20

/** «Sin utilización del sistema financiero», or the number of payment methods. */
export const pagosText = (pagos: CompraInput['pagos'], fecha: Fecha): string | undefined =>
  pagos.length > 1 ? `${pagos.length} formas de pago` : formaOptions(fecha).find(({ value }) => value === pagos[0]?.forma_pago)?.label

/** Payment: one method, or several with their amounts. */
export function Pagos({ fecha }: { fecha: Fecha }) {
  const { control, getValues, setValue } = useFormContext<CompraInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'pagos' })
  const error = useFieldError('pagos')
  const formas = formaOptions(fecha)
  const isSingle = fields.length === 1
  const add = () => {
    if (getValues('pagos.0.forma_pago') === '') setValue('pagos.0.forma_pago', emptyPago().forma_pago)
    append(emptyPago())
  }
  const take = (at: number) => {
    remove(at)
    if (fields.length === 2) setValue('pagos.0.total', '')
  }
  return (
    <>
      {isSingle && (
        <SelectField name="pagos.0.forma_pago" label="Forma de pago" options={[{ value: '', label: 'Sin indicar' }, ...formas]} />
      )}
      {!isSingle &&
        fields.map((field, at) => (
          <div key={field.id} className={classes.pago} role="group" aria-label={`Pago ${at + 1}`}>
            <SelectField name={`pagos.${at}.forma_pago`} label="Forma de pago" options={formas} />
            <MontoField name={`pagos.${at}.total`} label="Valor" placeholder="Lo que falta" />
            <IconButton label={`Quitar el pago ${at + 1}`} onClick={() => take(at)}>
              <IconTrash size={18} />
            </IconButton>
          </div>
        ))}
      {error && <p className={classes.error}>{error}</p>}
      {fields.length < MAX_PAGOS && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={add}>
            Otra forma de pago
          </Button>
        </div>
      )}
    </>
  )
}
