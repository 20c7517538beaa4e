import { CENTAVO, divide, fromUnits, multiply, roundTo, type Monto } from './monto.ts'

/** The multiple of `step` that is nearest, half-up: 12.32 to steps of 0.05 is 12.30. */
export const roundToStep = (monto: Monto, step: Monto): Monto => multiply(roundTo(divide(monto, step), 0), step)

/** The nearest amount that ends in .99, half-up; never less than 0.99. */
export const endIn99 = (monto: Monto): Monto => Math.max(roundToStep(monto + CENTAVO, fromUnits(1)) - CENTAVO, fromUnits(1) - CENTAVO)
