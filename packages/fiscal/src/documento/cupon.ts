/** Discounts of a coupon of the store on the lines of an order (O-79). */
import { percentOf, shareOf, smallest, subtract, sum, type Monto, type Porcentaje } from '../valor/monto.ts'

/** A percentage ×10⁶ of each line, or an amount of all lines; the other field is null. */
export interface RebajaCupon {
  porcentaje: Porcentaje | null
  monto: Monto | null
}

/** Discount of each line in whole cents. An amount is spread in proportion to the lines, and never exceeds their sum. */
export function descuentosDeCupon({ porcentaje, monto }: RebajaCupon, lineas: readonly Monto[]): Monto[] {
  if (porcentaje !== null) return lineas.map((linea) => percentOf(linea, porcentaje))
  const todo = sum(lineas)
  if (todo === 0) return lineas.map((): Monto => 0)
  const rebaja = smallest(monto ?? 0, todo)
  // Each line gets the difference of two running totals, so that no cent of rounding is given twice.
  return lineas.map((linea, at) => {
    const hasta = sum(lineas.slice(0, at))
    return subtract(shareOf(rebaja, hasta + linea, todo), shareOf(rebaja, hasta, todo))
  })
}
