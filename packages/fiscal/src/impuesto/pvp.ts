/** PVP mode (O-60): prices that include VAT. A label of 10.00 is charged 10.00, as 8.70 + 1.30. */
import { unitPriceFor, type LineaEntrada } from './linea.ts'
import {
  add,
  baseIncluded,
  baseIncludedFloor,
  CENTAVO,
  divide,
  fromUnits,
  multiplyToCents,
  negate,
  percentToFactor,
  roundToCents,
  subtract,
  sum,
  type Monto,
  type Porcentaje,
} from '../valor/monto.ts'

/** A line of one rate group, split into base and tax. */
export interface LineaPvp {
  /** With VAT, after discount. */
  pvp: Monto
  base: Monto
  precioUnitario: Monto
  /** Without VAT. */
  descuento: Monto
}

/** Price with VAT of a line of one rate group (same tarifa > 0): quantity × price − discount, rounded once. */
export const pvpOf = (linea: LineaEntrada): Monto =>
  subtract(multiplyToCents(linea.precioUnitario, linea.cantidad), roundToCents(linea.descuento ?? 0))

/**
 * Group base = round2(Σ PVP ÷ (1 + tarifa)), spread over the lines by largest remainder (the earlier line wins a tie),
 * with six-decimal net prices that reproduce each line. The order of the answer is the order of the lines.
 */
export function spreadPvp(lineas: readonly LineaEntrada[], tarifa: Porcentaje): LineaPvp[] {
  const pvps = lineas.map(pvpOf)
  const bases = basesOf(pvps, tarifa, baseIncluded(sum(pvps), tarifa))
  return lineas.map((linea, at) => netLine(linea, tarifa, pvps[at] ?? 0, bases[at] ?? 0))
}

/**
 * Spreads `total` (whole cents) over amounts that include VAT, by largest remainder; the earlier amount wins a tie. A difference of more
 * than one cent per amount is spread in several rounds.
 */
export function basesOf(pvps: readonly Monto[], tarifa: Porcentaje, total: Monto): Monto[] {
  const shares = pvps.map((pvp) => baseIncludedFloor(pvp, tarifa))
  const bases = shares.map((share) => share.base)
  let missing = (total - sum(bases)) / CENTAVO
  if (missing === 0) return bases
  const byRest = shares.map((_, at) => at).sort((a, b) => (shares[b]?.rest ?? 0) - (shares[a]?.rest ?? 0) || a - b)
  // Surplus cents are taken from the end of the same order.
  const order = missing > 0 ? byRest : byRest.reverse()
  const step = missing > 0 ? CENTAVO : negate(CENTAVO)
  for (let turn = 0; missing !== 0 && order.length > 0; turn += 1, missing -= step / CENTAVO) {
    const at = order[turn % order.length] ?? 0
    bases[at] = add(bases[at] ?? 0, step)
  }
  return bases
}

function netLine(linea: LineaEntrada, tarifa: Porcentaje, pvp: Monto, base: Monto): LineaPvp {
  const descuento = baseIncluded(roundToCents(linea.descuento ?? 0), tarifa)
  const preferred = divide(linea.precioUnitario, fromUnits(1) + percentToFactor(tarifa))
  const { precioUnitario, excess } = unitPriceFor(add(base, descuento), linea.cantidad, preferred)
  return { pvp, base, precioUnitario, descuento: add(descuento, excess) }
}
