import { LineaMovimientoForm, MovimientoForm, type BodegaOpcion, type ConteoFormInput, type MovimientoFormInput } from '@yupana/contract'
import { CONCEPTO_KARDEX_LABEL, CONCEPTOS_DE, type ConceptoKardex } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { montoEntrada, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { today } from '../../lib/formato/format.ts'

/** The form of the contract, with amounts as typed text (O-19) and the name of each product. */
export const MovimientoSchema = z.extend(MovimientoForm, {
  fecha: fechaEntrada(),
  bodega_destino_id: z.string(),
  lineas: z
    .array(
      z.extend(LineaMovimientoForm, {
        code: z.string(),
        name: z.string(),
        cantidad: montoEntrada(),
        costo_unitario: montoEntradaOpcional(),
      }),
    )
    .check(z.minLength(1, 'Agregue al menos un producto.')),
})
export type MovimientoInput = z.input<typeof MovimientoSchema>
type MovimientoOutput = z.output<typeof MovimientoSchema>

export const movimientoInitial = (bodegas: readonly BodegaOpcion[]): MovimientoInput => ({
  tipo: 'INGRESO',
  concepto: CONCEPTOS_DE.INGRESO[0],
  fecha: today(),
  bodega_id: bodegas.find(({ predeterminada }) => predeterminada)?.id ?? bodegas[0]?.id ?? '',
  bodega_destino_id: '',
  en_transito: false,
  motivo: '',
  referencia: '',
  lineas: [],
})

export const conceptoOptions = (tipo: MovimientoInput['tipo']): { value: ConceptoKardex; label: string }[] =>
  tipo === 'INGRESO' || tipo === 'EGRESO' ? CONCEPTOS_DE[tipo].map((value) => ({ value, label: CONCEPTO_KARDEX_LABEL[value] })) : []

/** The form as sent: only the fields of its kind. */
export function bodyOf(form: MovimientoOutput): MovimientoFormInput {
  const { tipo, concepto, bodega_destino_id: destino, en_transito: transito, lineas, ...rest } = form
  const conceptos = conceptoOptions(tipo)
  return {
    ...rest,
    tipo,
    ...(conceptos.some(({ value }) => value === concepto) && { concepto }),
    ...(tipo === 'TRANSFERENCIA' && { en_transito: transito, ...(destino !== '' && { bodega_destino_id: destino }) }),
    lineas: lineas.map(({ producto_id, cantidad, costo_unitario, secuencia }) => ({
      producto_id,
      cantidad,
      ...(tipo === 'INGRESO' && costo_unitario !== null && { costo_unitario }),
      ...(tipo === 'AJUSTE' && typeof secuencia === 'number' && { secuencia }),
    })),
  }
}

/** The part of the movement that is reviewed before registering. */
export const conteoOf = ({ fecha, bodega_id, motivo, lineas }: MovimientoFormInput): ConteoFormInput => ({
  fecha,
  bodega_id,
  motivo,
  lineas,
})
