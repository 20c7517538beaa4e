import type { FacturaForm } from '@yupana/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import * as z from 'zod/mini'

import { Button, IconButton } from '../../components/button.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { entradaOf, montoEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import classes from './partes.module.css'
import type { ParteDialogProps } from './partes.ts'

const MAX_RUBROS = 50
const Schema = z.object({
  rubros: z.array(
    z.object({
      concepto: z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(300, '300 caracteres máximos.')),
      total: montoEntrada(2).check(z.refine((total) => total > 0, 'El valor debe ser mayor que cero.')),
    }),
  ),
})
const empty = { concepto: '', total: '' }
type Rubro = FacturaForm['rubros_terceros'][number]
const inputOf = ({ concepto, total }: Rubro) => ({ concepto, total: entradaOf(total) })

/** Charges for others that are no income of the company: added to the total, without taxes. */
export function ParteRubros({ parte, onSave, onClose }: ParteDialogProps<'rubros_terceros'>) {
  return (
    <FormDialog
      title="Rubros de terceros"
      schema={Schema}
      initial={{ rubros: parte?.length ? parte.map(inputOf) : [empty] }}
      saveLabel="Listo"
      onSubmit={async ({ rubros }) => onSave(rubros)}
      onClose={onClose}
    >
      <Rubros />
    </FormDialog>
  )
}

function Rubros() {
  const { fields, append, remove } = useFieldArray<{ rubros: (typeof empty)[] }, 'rubros'>({ name: 'rubros' })
  return (
    <>
      {fields.map(({ id }, at) => (
        <div key={id} className={classes.rubro}>
          <TextField name={`rubros.${at}.concepto`} label={`Concepto ${at + 1}`} required />
          <MontoField name={`rubros.${at}.total`} label={`Valor ${at + 1}`} required />
          {fields.length > 1 && (
            <IconButton label={`Quitar el rubro ${at + 1}`} onClick={() => remove(at)}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
      ))}
      {fields.length < MAX_RUBROS && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => append(empty)}>
            Añadir rubro
          </Button>
        </div>
      )}
    </>
  )
}
