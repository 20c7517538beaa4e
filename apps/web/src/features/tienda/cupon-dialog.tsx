import { codigoCupon, type TiendaCupon, type TiendaProducto } from '@yupana/contract'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, CheckboxGroupField, SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { entradaOf, montoEntrada } from '../../components/form/monto-entrada.ts'
import { IntegerField, MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { saveCupon } from './mesa.queries.ts'

const veces = z.optional(
  z.number().check(z.minimum(1, 'Tiene que ser como mínimo 1.'), z.maximum(1_000_000, 'Tiene que ser como máximo 1000000.')),
)

const Schema = z.object({
  codigo: codigoCupon,
  clase: z.enum(['PORCENTAJE', 'MONTO']),
  valor: montoEntrada(2),
  vigente_desde: fechaEntrada(),
  vigente_hasta: fechaEntradaOpcional(),
  usos: veces,
  usos_empresa: veces,
  productos: z.array(z.string()),
  activo: z.boolean(),
})

const CLASES = [
  { value: 'PORCENTAJE', label: 'Porcentaje de cada línea' },
  { value: 'MONTO', label: 'Monto de la orden, sin IVA' },
] as const

interface CuponDialogProps {
  cupon: TiendaCupon | undefined
  productos: readonly TiendaProducto[]
  onClose: () => void
}

/** A coupon of the store. */
export function CuponDialog({ cupon, productos, onClose }: CuponDialogProps) {
  // Made once per form: repeating the call creates no second record.
  const [id] = useState(() => cupon?.id ?? randomId())
  const initial = {
    codigo: cupon?.codigo ?? '',
    clase: cupon?.monto ? ('MONTO' as const) : ('PORCENTAJE' as const),
    valor: entradaOf(cupon?.monto ?? cupon?.porcentaje),
    vigente_desde: cupon?.vigente_desde ?? today(),
    vigente_hasta: cupon?.vigente_hasta ?? '',
    usos: cupon?.usos ?? undefined,
    usos_empresa: cupon ? (cupon.usos_empresa ?? undefined) : 1,
    productos: cupon?.productos ?? [],
    activo: cupon?.activo ?? true,
  }
  const save = ({ clase, valor, usos, usos_empresa, ...form }: z.output<typeof Schema>) =>
    saveCupon({
      ...form,
      id,
      porcentaje: clase === 'PORCENTAJE' ? valor : null,
      monto: clase === 'MONTO' ? valor : null,
      usos: usos ?? null,
      usos_empresa: usos_empresa ?? null,
      version: cupon?.version ?? 0,
    })
  return (
    <FormDialog title={cupon ? 'Editar cupón' : 'Nuevo cupón'} schema={Schema} initial={initial} onSubmit={save} onClose={onClose}>
      <TextField name="codigo" label="Código" required description="De 6 a 20 letras, números o guiones. Uno largo no se adivina." />
      <FieldPair>
        <SelectField name="clase" label="Rebaja" options={CLASES} required />
        <Valor />
      </FieldPair>
      <FieldPair>
        <CampoFecha name="vigente_desde" label="Vale desde" required />
        <CampoFecha name="vigente_hasta" label="Vale hasta" />
      </FieldPair>
      <FieldPair>
        <IntegerField name="usos" label="Usos en total" description="Vacío: sin límite." />
        <IntegerField name="usos_empresa" label="Usos de cada empresa" description="Vacío: sin límite." />
      </FieldPair>
      <CheckboxGroupField
        name="productos"
        label="Solo estos productos (ninguno: todos)"
        options={productos.map(({ id: value, nombre }) => ({ value, label: nombre }))}
      />
      <CheckboxField name="activo" label="Se puede usar" />
    </FormDialog>
  )
}

function Valor() {
  const clase = useWatch<{ clase: 'PORCENTAJE' | 'MONTO' }, 'clase'>({ name: 'clase' })
  return <MontoField name="valor" label={clase === 'MONTO' ? 'Monto' : 'Porcentaje'} required />
}
