import { TIPO_GASTO_LABEL, type ResumenGastos, type TipoGasto } from '@yupana/contract'
import { CATEGORIA_GASTO_LABEL, displayMonto, largest, parseEntrada, sum, type Monto } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { Alert } from '../../components/alert.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import form from '../../components/form/form.module.css'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import classes from './gasto.module.css'
import { propuestaQuery, saveGasto } from './gasto.queries.ts'
import { bodyOf, FECHA_MINIMA, gastoInitial, GastoSchema, MAX_PARTES, nombreOptions, type GastoInput, type Origen } from './gasto-schema.ts'

const TIPO_OPTIONS = Object.entries(TIPO_GASTO_LABEL).map(([value, label]) => ({ value: value as TipoGasto, label }))
const CATEGORIA_OPTIONS = [
  { value: '', label: 'Elija un rubro' },
  ...Object.entries(CATEGORIA_GASTO_LABEL).map(([value, label]) => ({ value, label })),
]

interface GastoDialogProps extends Origen {
  resumen: ResumenGastos
  onClose: () => void
}

/** An expense: supplier, name on the document, and its amounts by category. */
export function GastoDialog({ record, leido, resumen: { identificacion, situacion }, onClose }: GastoDialogProps) {
  const [keyFor] = useState(createSendingKey)
  const initial = gastoInitial({ ...(record && { record }), ...(leido && { leido }) }, identificacion)
  return (
    <FormDialog
      title={record ? 'Editar gasto' : 'Nuevo gasto'}
      schema={GastoSchema}
      initial={initial}
      onSubmit={(values) => {
        const body = bodyOf(values)
        return saveGasto(body, record, keyFor(body))
      }}
      onClose={onClose}
    >
      {leido && leido.avisos.length > 0 && <Alert title="Revise este documento" details={leido.avisos} />}
      <FieldPair>
        <CampoFecha name="fecha" label="Fecha" min={FECHA_MINIMA} max={today()} required />
        <SelectField name="tipo" label="Documento" options={TIPO_OPTIONS} required />
      </FieldPair>
      <FieldPair>
        <TextField name="proveedor_ruc" label="RUC del proveedor" inputMode="numeric" required />
        <TextField name="proveedor" label="Proveedor" required />
      </FieldPair>
      <FieldPair>
        <TextField name="numero" label="Número" placeholder="001-001-000000001" />
        <SelectField name="a_nombre" label="A nombre de" options={nombreOptions(identificacion, situacion, initial.a_nombre)} required />
      </FieldPair>
      <Partes isNew={record === undefined} total={leido?.total} />
      <CheckboxField
        name="compartido"
        label="Lo comparto con mi cónyuge"
        description="Cuenta solo la parte que puso en la configuración."
      />
      <TextField name="nota" label="Nota" />
    </FormDialog>
  )
}

const montoOf = (text: string) => {
  const read = parseEntrada(text)
  return read.ok ? read.monto : 0
}

/** Categories of the document with their amounts, without IVA; the first one is proposed from the last choice. */
function Partes({ isNew, total }: { isNew: boolean; total: Monto | undefined }) {
  const { control, setValue, getValues, setFocus } = useFormContext<GastoInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'partes' })
  const { errors } = useFormState({ control, name: 'partes' })
  const [added, setAdded] = useState<number>()
  const [ruc, partes] = useWatch<GastoInput, ['proveedor_ruc', 'partes']>({ name: ['proveedor_ruc', 'partes'] })
  const { data } = useQuery({ ...propuestaQuery(ruc), enabled: isNew && /^\d{13}$/.test(ruc) })
  const propuesta = isNew && /^\d{13}$/.test(ruc) ? data?.propuesta : undefined
  useEffect(() => {
    if (propuesta && getValues('partes.0.categoria') === '') setValue('partes.0.categoria', propuesta.categoria, { shouldDirty: true })
  }, [propuesta, getValues, setValue])
  // The focus goes to the category once its row is rendered.
  useEffect(() => {
    if (added !== undefined) setFocus(`partes.${added}.categoria`)
  }, [added, setFocus])
  const puesto = sum(partes.map(({ monto }) => largest(0, montoOf(monto))))
  const add = () => {
    append({ categoria: '', monto: total !== undefined && total > puesto ? entradaOf(total - puesto) : '' }, { shouldFocus: false })
    setAdded(fields.length)
  }
  const problem = errors.partes?.message ?? errors.partes?.root?.message
  return (
    <fieldset className={form.group}>
      <legend className="mantine-InputWrapper-label" data-required>
        Rubros, sin IVA
      </legend>
      <div className={form.list}>
        {fields.map((field, at) => (
          <div key={field.id} className={classes.parte}>
            <SelectField name={`partes.${at}.categoria`} label={`Rubro ${at + 1}`} options={CATEGORIA_OPTIONS} required />
            <MontoField name={`partes.${at}.monto`} label={`Valor ${at + 1}`} required />
            {fields.length > 1 && (
              <IconButton label={`Quitar rubro ${at + 1}`} onClick={() => remove(at)}>
                <IconTrash size={18} />
              </IconButton>
            )}
          </div>
        ))}
        {fields.length < MAX_PARTES && (
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={add}>
            Repartir en otro rubro
          </Button>
        )}
      </div>
      {propuesta && <p className={form.description}>Propuesto. {propuesta.motivo}</p>}
      {total !== undefined && total !== puesto && (
        <p className={form.description} role="status">
          El documento suma {displayMonto(total)} sin IVA; los rubros, {displayMonto(puesto)}.
        </p>
      )}
      {problem && <p className={form.error}>{problem}</p>}
    </fieldset>
  )
}
