/** Progressive tables: tax up to a limit, and a percentage of what exceeds it. */
import { add, percentOf, subtract, type Monto, type Porcentaje } from '../valor/monto.ts'

export interface Tramo {
  /** Lower limit of the row. */
  desde: Monto
  /** Tax of the amount up to `desde`. */
  impuesto: Monto
  /** Percentage ×10^6 of the amount above `desde`. */
  porcentaje: Porcentaje
}

/** The row of an amount; at a limit two rows give the same tax. */
export const tramoOf = (tramos: readonly Tramo[], monto: Monto): Tramo | undefined => tramos.findLast(({ desde }) => desde <= monto)

/** The tax of an amount, to the cent; zero below the first row. */
export function porTramo(tramos: readonly Tramo[], monto: Monto): Monto {
  const tramo = tramoOf(tramos, monto)
  return tramo ? add(tramo.impuesto, percentOf(subtract(monto, tramo.desde), tramo.porcentaje)) : 0
}
