import type { Contexto } from '@yupana/contract'
import { lugarIvaOf, tarifasIvaAt } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import classes from './nota.module.css'
import { emptyMotivo, type NotaDebitoValores } from './debito-valores.ts'
import { modificadoOf } from './nota-valores.ts'

const MAX_MOTIVOS = 100

/** Charges by reason; Enter in the last one adds another. */
export function Motivos({ contexto: { condiciones, hoy } }: { contexto: Contexto }) {
  const { control, getValues } = useFormContext<NotaDebitoValores>()
  const { fields, append, remove } = useFieldArray({ control, name: 'motivos' })
  const [modificado, ajeno] = useWatch<NotaDebitoValores, ['modificado', 'ajeno']>({ name: ['modificado', 'ajeno'] })
  const dia = modificadoOf({ modificado, ajeno: ajeno ?? null })?.fecha ?? hoy
  const tarifas = tarifasIvaAt(dia, lugarIvaOf(condiciones, dia)).flatMap(({ tipoIva, label }) =>
    tipoIva === undefined ? [] : [{ value: tipoIva, label }],
  )
  const add = () => append(emptyMotivo(getValues('motivos').at(-1)?.iva), { focusName: `motivos.${fields.length}.razon` })
  const onKey = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (at === fields.length - 1 && fields.length < MAX_MOTIVOS) add()
  }
  return (
    <section className={hoja.card} aria-label="Razones">
      {fields.map((field, at) => (
        <div key={field.id} className={classes.motivo} onKeyDown={(event) => onKey(event, at)}>
          <TextField name={`motivos.${at}.razon`} label={`Razón ${at + 1}`} required />
          <MontoField name={`motivos.${at}.valor`} label="Valor sin IVA" required />
          <SelectField name={`motivos.${at}.iva`} label="IVA" options={tarifas} />
          {fields.length > 1 && (
            <IconButton label={`Quitar la razón ${at + 1}`} onClick={() => remove(at)}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
      ))}
      {fields.length < MAX_MOTIVOS && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={add}>
            Añadir razón
          </Button>
        </div>
      )}
    </section>
  )
}
