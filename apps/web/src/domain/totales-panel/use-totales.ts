import { inRange, tarifaIvaAt, totalesOf, type LineaEntrada, type Monto, type TotalesDocumento } from '@yupana/fiscal'
import type { LineaForm } from '@yupana/contract'
import { useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'

import { lineaFormOf, type LineaValores } from '../lineas-editor/linea-valores.ts'
import type { ReglasLinea } from '../lineas-editor/reglas-linea.ts'

/** A line as the server reads it: a rate that does not hold that day counts as 0 % and is reported as a problem. */
export function entradaOfLinea(linea: LineaForm, fecha: ReglasLinea['fecha']): LineaEntrada {
  const tarifa = tarifaIvaAt(linea.iva, fecha)
  return {
    cantidad: linea.cantidad,
    precioUnitario: linea.precio_unitario,
    descuento: linea.descuento,
    iva: { codigoPorcentaje: tarifa?.codigoPorcentaje ?? '0', tarifa: tarifa?.tarifa ?? 0 },
    ...(linea.ice && {
      ice: { codigoPorcentaje: linea.ice.codigo, tarifa: linea.ice.tarifa, especifico: linea.ice.especifico, unidades: linea.ice.unidades },
    }),
    ...(linea.irbpnr && { irbpnr: linea.irbpnr }),
  }
}

/** Charges beside the lines, whole cents. */
export interface Cargos {
  propina?: Monto | undefined
  /** Charges for others, or of a sale abroad. */
  otros?: Monto | undefined
}

/** Totals of the readable lines; undefined when they leave the range that a document admits. */
export function totalesOfLineas(
  lineas: readonly LineaValores[],
  { modo, fecha }: Pick<ReglasLinea, 'modo' | 'fecha'>,
  { propina = 0, otros = 0 }: Cargos = {},
): TotalesDocumento | undefined {
  const forms = lineas.map(lineaFormOf).filter((form) => form !== undefined)
  return inRange(() => totalesOf({ modo, lineas: forms.map((form) => entradaOfLinea(form, fecha)), propina, rubrosTerceros: otros }))
}

/** Totals of the form's lines, slightly delayed so that typing never waits. Only the calling component renders again. */
export function useTotales(reglas: Pick<ReglasLinea, 'modo' | 'fecha'>, cargos: Cargos = {}): TotalesDocumento | undefined {
  const lineas = useDeferredValue(useWatch<{ lineas: LineaValores[] }, 'lineas'>({ name: 'lineas' }))
  const { propina = 0, otros = 0 } = cargos
  return useMemo(() => totalesOfLineas(lineas, reglas, { propina, otros }), [lineas, reglas, propina, otros])
}
