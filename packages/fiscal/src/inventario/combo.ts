import { fromUnits, MONTO_MAX, proportionOf, type Cantidad } from '../valor/monto.ts'

// A combo is a product made of others: its parts leave the stock in its place.

const MAS_NO_SE_CUENTA = Math.floor(MONTO_MAX / fromUnits(1))

/** How many whole combos the stock of these parts makes, ×10⁶; none where one of them is short. */
export const combosQueAlcanzan = (partes: readonly { cantidad: Cantidad; stock: Cantidad }[]): Cantidad =>
  fromUnits(Math.min(MAS_NO_SE_CUENTA, ...partes.map(({ cantidad, stock }) => Math.max(0, (stock - (stock % cantidad)) / cantidad))))

/** Of what left of a part with `vendidos` combos, what is back once `devueltos` of them are: all of it with the last one. */
export const parteDevuelta = (salio: Cantidad, devueltos: Cantidad, vendidos: Cantidad): Cantidad =>
  proportionOf(salio, devueltos, vendidos)
