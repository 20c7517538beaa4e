/** What a coupon of the store takes off the lines of an order (O-79). */
import { percentOf, shareOf, smallest, subtract, sum, type Monto, type Porcentaje } from '../valor/monto.ts'

/** A percentage ×10⁶ of each line, or an amount of all of them; the other one is null. */
export interface RebajaCupon {
  porcentaje: Porcentaje | null
  monto: Monto | null
}

/** The discount of each line, in whole cents: an amount is spread by what the lines come to, and is no more than all of them. */
export function descuentosDeCupon({ porcentaje, monto }: RebajaCupon, lineas: readonly Monto[]): Monto[] {
  if (porcentaje !== null) return lineas.map((linea) => percentOf(linea, porcentaje))
  const todo = sum(lineas)
  if (todo === 0) return lineas.map((): Monto => 0)
  const rebaja = smallest(monto ?? 0, todo)
  // Each line gets what is due up to it without what those before got: the cents of the rounding are nobody's twice.
  return lineas.map((linea, at) => {
    const hasta = sum(lineas.slice(0, at))
    return subtract(shareOf(rebaja, hasta + linea, todo), shareOf(rebaja, hasta, todo))
  })
}
