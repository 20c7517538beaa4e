import {
  CODIGO_IMPUESTO,
  displayMonto,
  displayPorcentaje,
  labelOfTipoIva,
  subtract,
  sum,
  TIPO_IVA,
  tipoIvaOf,
  type Monto,
  type TotalesDocumento,
} from '@yupana/fiscal'

export interface FilaTotal {
  label: string
  monto: Monto
}

/** The order of the specification: ids 6, 7, 2, 10, 5, 1, 3, 4. */
const ORDEN = [
  TIPO_IVA.QUINCE,
  TIPO_IVA.TRECE,
  TIPO_IVA.DOCE,
  TIPO_IVA.OCHO,
  TIPO_IVA.CINCO,
  TIPO_IVA.CERO,
  TIPO_IVA.NO_OBJETO,
  TIPO_IVA.EXENTO,
]
const rankOf = (codigo: string) => ORDEN.findIndex((tipo) => tipo === tipoIvaOf(codigo))

const NOMBRE_IMPUESTO: Readonly<Record<string, string>> = { [CODIGO_IMPUESTO.ICE]: 'ICE', [CODIGO_IMPUESTO.IRBPNR]: 'IRBPNR' }

/** Subtotal of the lines of one rate, before taxes. */
function subtotalOf({ lineas }: TotalesDocumento, codigoPorcentaje: string): Monto {
  const same = lineas.filter(({ impuestos }) =>
    impuestos.some(({ codigo, codigoPorcentaje: code }) => codigo === CODIGO_IMPUESTO.IVA && code === codigoPorcentaje),
  )
  return sum(same.map(({ precioTotalSinImpuesto }) => precioTotalSinImpuesto))
}

/**
 * The rows above the total: subtotals of the used rates, discount, taxes, tip, charges for others. A negocio popular has no IVA to show.
 */
export function filasOfTotales(totales: TotalesDocumento, negocioPopular = false, withDescuento = true): FilaTotal[] {
  const { totalConImpuestos, totalSinImpuestos, totalDescuento, propina, importeTotal } = totales
  const cargos = subtract(importeTotal, sum([totalSinImpuestos, propina, ...totalConImpuestos.map(({ valor }) => valor)]))
  const ivas = totalConImpuestos
    .filter(({ codigo }) => codigo === CODIGO_IMPUESTO.IVA)
    .sort((a, b) => rankOf(a.codigoPorcentaje) - rankOf(b.codigoPorcentaje))
  // Named by the charged rate: the rate of a code may change.
  const labelOf = ({ codigoPorcentaje, tarifa }: (typeof ivas)[number]) =>
    tarifa > 0 ? displayPorcentaje(tarifa) : (labelOfTipoIva(tipoIvaOf(codigoPorcentaje) ?? TIPO_IVA.CERO) ?? '')
  const others = [CODIGO_IMPUESTO.ICE, CODIGO_IMPUESTO.IRBPNR].flatMap((code) => {
    const same = totalConImpuestos.filter(({ codigo }) => codigo === code)
    return same.length === 0 ? [] : [{ label: NOMBRE_IMPUESTO[code] ?? code, monto: sum(same.map(({ valor }) => valor)) }]
  })
  const subtotals = ivas.map((one) => ({ label: `Subtotal ${labelOf(one)}`, monto: subtotalOf(totales, one.codigoPorcentaje) }))
  return [
    ...(negocioPopular || subtotals.length === 0 ? [{ label: 'Subtotal', monto: totalSinImpuestos }] : subtotals),
    ...(withDescuento ? [{ label: 'Descuento', monto: totalDescuento }] : []),
    ...others.filter(({ label }) => label === 'ICE'),
    ...(negocioPopular ? [] : ivas.filter(({ tarifa }) => tarifa > 0).map((one) => ({ label: `IVA ${labelOf(one)}`, monto: one.valor }))),
    ...others.filter(({ label }) => label === 'IRBPNR'),
    ...(propina > 0 ? [{ label: 'Propina', monto: propina }] : []),
    ...(cargos > 0 ? [{ label: 'Otros rubros', monto: cargos }] : []),
  ]
}

/** The total in words: «Total $123.50». */
export const spokenTotal = ({ importeTotal }: TotalesDocumento): string => `Total ${displayMonto(importeTotal)}`
