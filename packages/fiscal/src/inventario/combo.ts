import { fromUnits, MONTO_MAX, proportionOf, type Cantidad } from '../valor/monto.ts'

// A combo is a product made of parts, and the parts leave the stock in its place.

const MAS_NO_SE_CUENTA = Math.floor(MONTO_MAX / fromUnits(1))

/** Number of whole combos that the stock of these parts makes, ×10⁶; zero when a part is short. */
export const combosQueAlcanzan = (partes: readonly { cantidad: Cantidad; stock: Cantidad }[]): Cantidad =>
  fromUnits(Math.min(MAS_NO_SE_CUENTA, ...partes.map(({ cantidad, stock }) => Math.max(0, (stock - (stock % cantidad)) / cantidad))))

/**
 * Quantity of a part that is back after `devueltos` of `vendidos` combos came back; `salio` is all that left, and the last combo brings
 * back the rest.
 */
export const parteDevuelta = (salio: Cantidad, devueltos: Cantidad, vendidos: Cantidad): Cantidad =>
  proportionOf(salio, devueltos, vendidos)
