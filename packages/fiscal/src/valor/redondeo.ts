import { add, CENTAVO, divide, fromUnits, largest, multiply, roundTo, subtract, type Monto } from './monto.ts'

/** The multiple of `step` that is nearest, half-up: 12.32 to steps of 0.05 is 12.30. */
export const roundToStep = (monto: Monto, step: Monto): Monto => multiply(roundTo(divide(monto, step), 0), step)

/** The nearest amount that ends in .99, half-up; never less than 0.99. */
export const endIn99 = (monto: Monto): Monto =>
  largest(subtract(roundToStep(add(monto, CENTAVO), fromUnits(1)), CENTAVO), subtract(fromUnits(1), CENTAVO))
