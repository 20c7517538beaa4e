import {
  admitsPorcentaje,
  displayMonto,
  displayPorcentajes,
  IMPUESTO_RETENIDO,
  IMPUESTO_RETENIDO_LABEL,
  retencionAt,
  retencionesAt,
  type Fecha,
  type ImpuestoRetenido,
  type TarifaRetencion,
} from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useFieldArray, useFormContext, useWatch, type FieldValues } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { plainText } from '../../lib/formato/plain-text.ts'
import hoja from '../emision/hoja.module.css'
import { emptyLinea, isBanano, isDividendo, valorOf, type LineaRetencion } from './lineas.ts'
import classes from './lineas-retencion.module.css'

const MAX_LINEAS = 50
const MOST_SHOWN = 30
const IMPUESTOS = Object.values(IMPUESTO_RETENIDO).map((value) => ({ value, label: IMPUESTO_RETENIDO_LABEL[value] }))

interface LineasProps {
  /** Path of the lines in the form. */
  name: string
  /** The day whose percentages apply. */
  fecha: Fecha
  codSustento: string
  /** The proposed base of a tax, as typed text. */
  baseOf: (impuesto: string) => string
  /** A line was changed, removed or added. */
  onOwn: () => void
}

/** The withholdings, one line for each tax and code. */
export function LineasRetencion({ name, onOwn, baseOf, ...linea }: LineasProps) {
  const { control } = useFormContext<FieldValues>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const error = useFieldError(name)
  const add = () => {
    onOwn()
    const { RENTA, IVA } = IMPUESTO_RETENIDO
    const impuesto = (fields as unknown as LineaRetencion[]).some(({ impuesto: one }) => one === RENTA) ? IVA : RENTA
    append({ ...emptyLinea(impuesto), base: baseOf(impuesto) }, { shouldFocus: false })
  }
  return (
    <>
      {fields.map((field, fila) => (
        <Linea
          key={field.id}
          {...linea}
          name={`${name}.${fila}`}
          fila={fila}
          baseOf={baseOf}
          onOwn={onOwn}
          onRemove={() => {
            onOwn()
            remove(fila)
          }}
        />
      ))}
      {error && <p className={hoja.error}>{error}</p>}
      {fields.length < MAX_LINEAS && (
        <div data-campo={name}>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={add}>
            Añadir retención
          </Button>
        </div>
      )}
    </>
  )
}

const textOf = ({ codigo, concepto }: TarifaRetencion) => `${codigo} · ${concepto}`

/** The codes of a tax on a day for a text: the number begins with it, or the concept contains each word. */
function findTarifas(impuesto: ImpuestoRetenido, fecha: Fecha, q: string): TarifaRetencion[] {
  const words = plainText(q).split(/\s+/)
  return retencionesAt(impuesto, fecha).filter(
    ({ codigo, concepto }) => codigo.toLowerCase().startsWith(q.toLowerCase()) || words.every((word) => plainText(concepto).includes(word)),
  )
}

interface LineaProps extends LineasProps {
  fila: number
  onRemove: () => void
}

function Linea({ name, fila, fecha, codSustento, baseOf, onOwn, onRemove }: LineaProps) {
  const { setValue, clearErrors } = useFormContext<FieldValues>()
  const linea = useWatch({ name }) as LineaRetencion
  const error = useFieldError(`${name}.codigo`)
  const tarifa = linea.codigo === '' ? undefined : retencionAt(linea.codigo, fecha)
  const choose = (chosen: TarifaRetencion) => {
    onOwn()
    clearErrors([`${name}.codigo`, `${name}.porcentaje`])
    setValue(`${name}.codigo`, chosen.codigo, { shouldDirty: true })
    setValue(`${name}.porcentaje`, chosen.porcentaje === undefined ? '' : entradaOf(chosen.porcentaje, 0))
    if (linea.base.trim() === '') setValue(`${name}.base`, baseOf(linea.impuesto))
  }
  // A code belongs to one tax.
  const isOfOther = tarifa !== undefined && tarifa.impuesto !== linea.impuesto
  useEffect(() => {
    if (isOfOther) setValue(`${name}.codigo`, '')
  }, [isOfOther, name, setValue])
  const isFree = tarifa !== undefined && (tarifa.porcentaje === undefined || tarifa.noResidente === true)
  const range = isFree && tarifa && !admitsPorcentaje(tarifa, -1) ? displayPorcentajes(tarifa) : undefined
  return (
    <div className={classes.linea} role="group" aria-label={`Retención ${fila + 1}`}>
      <SelectField name={`${name}.impuesto`} label="Impuesto" options={IMPUESTOS} />
      <div data-campo={`${name}.codigo`}>
        <RecordPicker
          queryKey="retencion"
          scope={`${linea.impuesto} ${fecha}`}
          ask={(q) => Promise.resolve({ content: findTarifas(linea.impuesto, fecha, q).slice(0, MOST_SHOWN) })}
          optionOf={(one) => ({
            key: one.codigo,
            content: <OptionRecord title={one.concepto} detail={one.codigo} figure={displayPorcentajes(one)} />,
          })}
          onChoose={choose}
          label="Código de retención"
          placeholder="Código o concepto"
          text={tarifa && !isOfOther ? textOf(tarifa) : linea.codigo || undefined}
          error={error}
          required
        />
      </div>
      <MontoField name={`${name}.base`} label="Base" required />
      <MontoField name={`${name}.porcentaje`} label="%" decimals={0} {...(range !== undefined && { description: range })} required />
      <div className={classes.valor}>
        <span className="mantine-InputWrapper-label">Retenido</span>
        <strong>{displayMonto(valorOf(linea))}</strong>
      </div>
      <IconButton label={`Quitar la retención ${fila + 1}`} onClick={onRemove}>
        <IconTrash size={18} />
      </IconButton>
      {isBanano(linea) && (
        <div className={classes.extra}>
          <TextField name={`${name}.cajas`} label="Cajas de banano" inputMode="numeric" required />
          <MontoField name={`${name}.precio`} label="Precio por caja" required />
        </div>
      )}
      {isDividendo({ cod_sustento: codSustento }, linea) && (
        <div className={classes.extra}>
          <CampoFecha name={`${name}.fecha_pago`} label="Pago del dividendo" required />
          <MontoField name={`${name}.impuesto_renta`} label="Impuesto de la sociedad" required />
          <TextField name={`${name}.ejercicio`} label="Año de la utilidad" placeholder="2025" inputMode="numeric" required />
        </div>
      )}
    </div>
  )
}
