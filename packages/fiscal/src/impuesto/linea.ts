/** A line of a document: its input, its result and its taxes. */
import { CODIGO_IMPUESTO } from './iva.ts'
import { add, divide, multiplyToCents, PASO, percentOf, subtract, type Cantidad, type Monto, type Porcentaje } from '../valor/monto.ts'

/** VAT of a line. A TarifaIva has this shape. */
export interface IvaEntrada {
  codigoPorcentaje: string
  /** Percentage ×10^6. */
  tarifa: Porcentaje
}

/** ICE of a line: ad valorem, specific or both. */
export interface IceEntrada {
  codigoPorcentaje: string
  /** Percentage ×10^6 over the net amount of the line. */
  tarifa?: Porcentaje | undefined
  /** Dollars ×10^6 for each unit. */
  especifico?: Monto | undefined
  /** Units of the specific rate (litres, sticks, bags) ×10^6; the quantity of the line when absent. */
  unidades?: Cantidad | undefined
}

/** IRBPNR of a line: outside the VAT base. */
export interface IrbpnrEntrada {
  /** '5001' when absent. */
  codigoPorcentaje?: string | undefined
  /** Dollars ×10^6 for each bottle. */
  tarifa: Monto
  /** Bottles ×10^6; the quantity of the line when absent. */
  unidades?: Cantidad | undefined
}

export interface LineaEntrada {
  cantidad: Cantidad
  /** Without VAT in NETO mode, and for a line with ICE or IRBPNR; with VAT in PVP mode. */
  precioUnitario: Monto
  /** An amount in whole cents, not a percentage; includes VAT if the price does. */
  descuento?: Monto | undefined
  iva: IvaEntrada
  ice?: IceEntrada | undefined
  irbpnr?: IrbpnrEntrada | undefined
  /** Unit price without the State's subsidy, six decimals. */
  precioSinSubsidio?: Monto | undefined
}

/** A tax of a line or of the document, under its tag names. */
export interface ImpuestoTotales {
  /** SRI table 16. */
  codigo: string
  codigoPorcentaje: string
  /** Percentage ×10^6, or dollars per unit for a specific rate. */
  tarifa: Porcentaje
  baseImponible: Monto
  valor: Monto
}

export interface LineaTotales {
  cantidad: Cantidad
  /** Without VAT, six decimals: quantity × price − discount, rounded once, is precioTotalSinImpuesto. */
  precioUnitario: Monto
  /** Without VAT, whole cents. */
  descuento: Monto
  precioTotalSinImpuesto: Monto
  /** ICE, then IVA, then IRBPNR. */
  impuestos: ImpuestoTotales[]
  /** The line with its taxes. */
  total: Monto
}

export const CODIGO_IRBPNR = '5001'

/** Whether the law's chain of bases forces net arithmetic on this line (O-60). */
export const isNetOnly = (linea: LineaEntrada): boolean => linea.ice !== undefined || linea.irbpnr !== undefined

/** ICE of a line: over its net amount, plus units × specific rate, each rounded to the cent. */
export function iceOf(ice: IceEntrada, cantidad: Cantidad, neto: Monto): ImpuestoTotales {
  const adValorem = ice.tarifa === undefined ? 0 : percentOf(neto, ice.tarifa)
  const especifico = ice.especifico === undefined ? 0 : multiplyToCents(ice.especifico, ice.unidades ?? cantidad)
  return {
    codigo: CODIGO_IMPUESTO.ICE,
    codigoPorcentaje: ice.codigoPorcentaje,
    tarifa: ice.tarifa ?? ice.especifico ?? 0,
    baseImponible: neto,
    valor: add(adValorem, especifico),
  }
}

/** IRBPNR of a line: bottles × rate, to the cent. */
export const irbpnrOf = (irbpnr: IrbpnrEntrada, cantidad: Cantidad, neto: Monto): ImpuestoTotales => ({
  codigo: CODIGO_IMPUESTO.IRBPNR,
  codigoPorcentaje: irbpnr.codigoPorcentaje ?? CODIGO_IRBPNR,
  tarifa: irbpnr.tarifa,
  baseImponible: neto,
  valor: multiplyToCents(irbpnr.tarifa, irbpnr.unidades ?? cantidad),
})

/**
 * The six-decimal unit price whose product with the quantity rounds to `target` (whole cents); `preferred` is tried first. If there is none
 * (steps of more than a cent, beyond 10,000 units): the next price above, and in `excess` the cents that a discount must take back. A
 * quantity that is not positive gets the preferred price.
 */
export function unitPriceFor(target: Monto, cantidad: Cantidad, preferred: Monto): { precioUnitario: Monto; excess: Monto } {
  if (cantidad <= 0) return { precioUnitario: preferred, excess: 0 }
  if (multiplyToCents(preferred, cantidad) === target) return { precioUnitario: preferred, excess: 0 }
  const near = divide(target, cantidad)
  let above = near
  // The rounded quotient is off by less than one step, so the price is this one, the one below or the one above.
  for (const precioUnitario of [near, subtract(near, PASO), add(near, PASO)]) {
    const reached = multiplyToCents(precioUnitario, cantidad)
    if (precioUnitario >= 0 && reached === target) return { precioUnitario, excess: 0 }
    if (reached > target && (precioUnitario < above || multiplyToCents(above, cantidad) < target)) above = precioUnitario
  }
  return { precioUnitario: above, excess: subtract(multiplyToCents(above, cantidad), target) }
}
