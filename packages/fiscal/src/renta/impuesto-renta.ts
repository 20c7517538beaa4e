/** Income tax of natural persons. */
import { IMPUESTO_RENTA } from '../tablas/impuesto-renta.ts'
import { fromDecimal, fromUnits, largest, negate, percentOf, smallest, subtract, sum, type Monto } from '../valor/monto.ts'
import { porTramo, type Tramo } from './tramos.ts'

/** The table of a year. */
export interface TablaRenta {
  anio: number
  /** Whether the table is the year's own; otherwise it is the nearest known one. */
  propia: boolean
  confidence: 'V' | 'R'
  tramos: readonly Tramo[]
}

const ordered = [...IMPUESTO_RENTA].sort((a, b) => b.anio - a.anio)

/** First year with a table. */
export const IMPUESTO_RENTA_DESDE = ordered.at(-1)?.anio ?? 0

/** The table of a year, or the last known one before it. RangeError before the first. */
export function tablaRentaOf(anio: number): TablaRenta {
  const found = ordered.find((one) => one.anio <= anio)
  if (!found) throw new RangeError(`Sin tabla de impuesto a la renta para ${anio}`)
  return {
    anio: found.anio,
    propia: found.anio === anio,
    confidence: found.confidence,
    tramos: found.tramos.map(([desde, impuesto, porcentaje]) => ({
      desde: fromUnits(desde),
      impuesto: fromDecimal(impuesto),
      porcentaje: fromDecimal(porcentaje),
    })),
  }
}

/** Tax caused by a taxable base, to the cent; zero for a base of zero or less. */
export const impuestoRentaOf = (anio: number, base: Monto): Monto => porTramo(tablaRentaOf(anio).tramos, base)

/** The tax-free base: the start of the first percentage. */
export const fraccionDesgravadaOf = (anio: number): Monto => tablaRentaOf(anio).tramos[1]?.desde ?? 0

/** The personal contribution to the IESS of a private employee, 9.45 % (R: confirm for each employer). */
export const aporteIessOf = (ingresos: Monto): Monto => percentOf(ingresos, fromDecimal(9.45))

export interface RentaEntrada {
  anio: number
  /** Gross income of the year. */
  ingresos: Monto
  /** Deductions before the tax: costs and expenses of the activity, contribution to the IESS. */
  deducciones: Monto
  /** Rebate for personal expenses. */
  rebaja: Monto
  /** Tax already withheld or paid. */
  retenido: Monto
}

export interface RentaEstimada {
  base: Monto
  causado: Monto
  rebaja: Monto
  /** Tax to be paid; negative when in favour of the taxpayer. */
  aPagar: Monto
}

/** Estimate of a natural person's return of the year; the rebate never exceeds the tax. */
export function estimateRenta({ anio, ingresos, deducciones, rebaja, retenido }: RentaEntrada): RentaEstimada {
  const base = largest(0, subtract(ingresos, deducciones))
  const causado = impuestoRentaOf(anio, base)
  const taken = smallest(rebaja, causado)
  return { base, causado, rebaja: taken, aPagar: sum([causado, negate(taken), negate(retenido)]) }
}
