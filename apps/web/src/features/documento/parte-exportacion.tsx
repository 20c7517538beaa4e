import type { Exportacion } from '@yupana/contract'
import * as z from 'zod/mini'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { entradaOf, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { PAIS_OPTIONS } from '../../domain/exportacion/pais-options.ts'
import type { ParteDialogProps } from './partes.ts'

/** Incoterms 2020 of the International Chamber of Commerce. */
const INCOTERMS = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP']
const INCOTERM_OPTIONS = INCOTERMS.map((value) => ({ value, label: value }))
const ECUADOR = '593'

const required = z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(300, '300 caracteres máximos.'))
const cargo = z.pipe(
  montoEntradaOpcional(2),
  z.transform((value) => value ?? 0),
)
const Schema = z.object({
  incoterm: required,
  lugar_incoterm: required,
  pais_origen: required,
  puerto_embarque: required,
  puerto_destino: required,
  pais_destino: required.check(
    z.refine((pais) => pais !== ECUADOR, 'Una exportación sale del país: indique un país de destino que no sea Ecuador.'),
  ),
  pais_adquisicion: required,
  incoterm_total: required,
  flete: cargo,
  seguro: cargo,
  gastos_aduaneros: cargo,
  gastos_transporte: cargo,
})

const CARGOS = [
  ['flete', 'Flete internacional'],
  ['seguro', 'Seguro internacional'],
  ['gastos_aduaneros', 'Gastos aduaneros'],
  ['gastos_transporte', 'Transporte y otros gastos'],
] as const

const initialOf = (parte: Exportacion | undefined) => ({
  incoterm: parte?.incoterm ?? 'FOB',
  lugar_incoterm: parte?.lugar_incoterm ?? '',
  pais_origen: parte?.pais_origen ?? ECUADOR,
  puerto_embarque: parte?.puerto_embarque ?? '',
  puerto_destino: parte?.puerto_destino ?? '',
  pais_destino: parte?.pais_destino ?? '',
  pais_adquisicion: parte?.pais_adquisicion ?? ECUADOR,
  incoterm_total: parte?.incoterm_total ?? 'FOB',
  ...Object.fromEntries(CARGOS.map(([name]) => [name, parte && parte[name] > 0 ? entradaOf(parte[name]) : ''])),
})

/** Terms of an export sale (ficha técnica, anexo 4); its charges are added to the total. */
export function ParteExportacion({ parte, onSave, onClose }: ParteDialogProps<'exportacion'>) {
  return (
    <FormDialog
      title="Exportación"
      schema={Schema}
      initial={initialOf(parte)}
      saveLabel="Listo"
      onSubmit={async (values) => onSave(values)}
      onClose={onClose}
    >
      <FieldPair>
        <SelectField name="incoterm" label="Incoterm" options={INCOTERM_OPTIONS} required />
        <TextField name="lugar_incoterm" label="Lugar del incoterm" required />
      </FieldPair>
      <FieldPair>
        <SelectField name="pais_origen" label="País de origen" options={PAIS_OPTIONS} required />
        <TextField name="puerto_embarque" label="Puerto de embarque" required />
      </FieldPair>
      <FieldPair>
        <SelectField name="pais_destino" label="País de destino" options={PAIS_OPTIONS} required />
        <TextField name="puerto_destino" label="Puerto de destino" required />
      </FieldPair>
      <FieldPair>
        <SelectField name="pais_adquisicion" label="País de adquisición" options={PAIS_OPTIONS} required />
        <SelectField name="incoterm_total" label="Incoterm del total sin impuestos" options={INCOTERM_OPTIONS} required />
      </FieldPair>
      <FieldPair>
        {CARGOS.map(([name, label]) => (
          <MontoField key={name} name={name} label={label} placeholder="0.00" />
        ))}
      </FieldPair>
    </FormDialog>
  )
}
