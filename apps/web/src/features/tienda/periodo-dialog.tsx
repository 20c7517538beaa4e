import type { PeriodoComprable, TiendaProducto } from '@yupana/contract'
import { FORMULARIO_LABEL, FORMULARIOS, nombrePeriodoFiscal, parsePeriodoFiscal, type CodigoFormulario } from '@yupana/fiscal'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { putEnCarrito } from './tienda.queries.ts'

const Schema = z.object({
  formulario: z.enum(FORMULARIOS),
  // Period by form: choosing another form keeps this one's period.
  periodo: z.record(z.string(), z.string()),
})

const nombreOf = (codigo: string) => {
  const periodo = parsePeriodoFiscal(codigo)
  return periodo ? nombrePeriodoFiscal(periodo) : codigo
}

interface PeriodoDialogProps {
  producto: TiendaProducto
  /** At least one. */
  periodos: readonly PeriodoComprable[]
  onClose: () => void
}

/** Chooses the declaration to buy: form and period. */
export function PeriodoDialog({ producto, periodos, onClose }: PeriodoDialogProps) {
  const formularios = FORMULARIOS.filter((one) => periodos.some(({ formulario }) => formulario === one))
  const deFormulario = (one: CodigoFormulario) => periodos.filter(({ formulario }) => formulario === one).map(({ periodo }) => periodo)
  const initial = {
    formulario: formularios[0] ?? ('104' as const),
    periodo: Object.fromEntries(formularios.map((one) => [one, ultimoCompleto(deFormulario(one))])),
  }
  return (
    <FormDialog
      title={producto.nombre}
      schema={Schema}
      initial={initial}
      saveLabel="Agregar al carrito"
      busyLabel="Agregando…"
      onSubmit={({ formulario, periodo }) => putEnCarrito(producto.id, 1, { formulario, periodo: periodo[formulario] ?? '' })}
      onClose={onClose}
    >
      <SelectField
        name="formulario"
        label="Formulario"
        options={formularios.map((value) => ({ value, label: FORMULARIO_LABEL[value] }))}
        required
      />
      <Periodo deFormulario={deFormulario} />
    </FormDialog>
  )
}

/** The latest finished period; the present one if it is the only one. */
const ultimoCompleto = ([corre = '', anterior]: readonly string[]): string => anterior ?? corre

function Periodo({ deFormulario }: { deFormulario: (formulario: CodigoFormulario) => readonly string[] }) {
  const formulario = useWatch<{ formulario: CodigoFormulario }, 'formulario'>({ name: 'formulario' })
  return (
    <SelectField
      key={formulario}
      name={`periodo.${formulario}`}
      label="Período"
      options={deFormulario(formulario).map((value) => ({ value, label: nombreOf(value) }))}
      required
    />
  )
}
