import { displayMonto, FORMA_PAGO_EFECTIVO, formasPagoAt, negate, nombreFormaPago, type Fecha, type Monto } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { IconButton } from '../../components/button.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import classes from './cabecera.module.css'
import hoja from './hoja.module.css'
import { emptyPago, missingOf, totalesOfPagos, type PagoValores } from './pagos-valores.ts'

interface ConPagos {
  pagos: PagoValores[]
}

const MAX_PAGOS = 20
const UNIDADES = [
  { value: 'dias', label: 'días' },
  { value: 'meses', label: 'meses' },
  { value: 'anios', label: 'años' },
]

const CASH = 'Efectivo (sin sistema financiero)'
const sentence = (text: string) => text.charAt(0) + text.slice(1).toLowerCase()
/** A payment method as a counter calls it. */
export const nombreOfForma = (codigo: string): string =>
  codigo === FORMA_PAGO_EFECTIVO ? CASH : sentence(nombreFormaPago(codigo) ?? codigo)

/** The methods of a day, as a choice has them. */
export const opcionesDeForma = (fecha: Fecha) => formasPagoAt(fecha).map(({ codigo }) => ({ value: codigo, label: nombreOfForma(codigo) }))

/** The same in a few words. */
export const resumenDePagos = (pagos: readonly PagoValores[]): string =>
  pagos.length > 1
    ? `${pagos.length} formas de pago`
    : pagos[0]?.forma_pago === FORMA_PAGO_EFECTIVO
      ? 'Efectivo'
      : nombreOfForma(pagos[0]?.forma_pago ?? '')

/** How it is paid. A single payment follows the total; of several, one left empty takes the rest. */
export function Pagos({ fecha, total }: { fecha: Fecha; total: Monto }) {
  const { control, setFocus } = useFormContext<ConPagos>()
  const { fields, append, remove } = useFieldArray({ control, name: 'pagos' })
  const pagos = useWatch<ConPagos, 'pagos'>({ name: 'pagos' })
  const error = useFieldError('pagos')
  const totales = totalesOfPagos(pagos, total)
  const missing = missingOf(pagos, total)
  const isSplit = fields.length > 1
  const takeOut = (at: number) => {
    remove(at)
    // The button goes with its payment.
    setTimeout(() => setFocus(`pagos.${Math.max(at - 1, 0)}.forma_pago`))
  }
  return (
    <fieldset className={classes.pagos}>
      <legend className={hoja.spoken}>Forma de pago</legend>
      {fields.map((field, at) => (
        <div key={field.id} className={classes.pago} data-split={isSplit || undefined}>
          <SelectField
            name={`pagos.${at}.forma_pago`}
            label={isSplit ? `Forma de pago ${at + 1}` : 'Forma de pago'}
            options={opcionesDeForma(fecha)}
          />
          {isSplit && <MontoField name={`pagos.${at}.total`} label="Valor" placeholder={displayMonto(totales[at] ?? 0)} />}
          <TextField name={`pagos.${at}.plazo`} label="Plazo" inputMode="numeric" />
          <SelectField name={`pagos.${at}.unidad_tiempo`} label="Tiempo" options={UNIDADES} />
          {at === 0 && fields.length < MAX_PAGOS ? (
            <IconButton label="Añadir otra forma de pago" onClick={() => append(emptyPago())}>
              <IconPlus size={18} />
            </IconButton>
          ) : (
            <IconButton label={`Quitar la forma de pago ${at + 1}`} onClick={() => takeOut(at)}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
      ))}
      {isSplit && missing !== 0 && (
        <p role="status" className={classes.aviso}>
          {missing > 0 ? `Faltan ${displayMonto(missing)} por pagar.` : `Los pagos exceden el total en ${displayMonto(negate(missing))}.`}
        </p>
      )}
      {error && <p className={hoja.error}>{error}</p>}
    </fieldset>
  )
}
