import { isEmail } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { FormDialog } from '../../components/form/form-dialog.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import type { ParteDialogProps } from './partes.ts'

const Schema = z.object({
  correo: z.string().check(
    z.trim(),
    z.maxLength(100, '100 caracteres máximos.'),
    z.refine((correo) => correo === '' || isEmail(correo), 'Ingrese un correo válido.'),
  ),
})

/** A factura comercial negociable. */
export function ParteNegociable({ parte, onSave, onClose }: ParteDialogProps<'negociable'>) {
  return (
    <FormDialog
      title="Factura comercial negociable"
      schema={Schema}
      initial={{ correo: parte?.correo ?? '' }}
      saveLabel="Listo"
      hasRequired={false}
      onSubmit={async ({ correo }) => onSave(correo === '' ? {} : { correo })}
      onClose={onClose}
    >
      <p className={hoja.nota}>Lleva la dirección del cliente, la forma de pago y el plazo de cada pago.</p>
      <TextField
        name="correo"
        label="Correo para la notificación masiva"
        inputMode="email"
        description="Solo si la factura participa en ella."
      />
    </FormDialog>
  )
}
