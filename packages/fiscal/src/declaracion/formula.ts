/** Arithmetic of forms: sums of boxes, and the same in words. */
import {
  displayMonto,
  divide,
  formatMonto,
  fromUnits,
  largest,
  multiplyToCents,
  roundTo,
  subtract,
  sum,
  type Monto,
} from '../valor/monto.ts'
import type { Casillero, Formula } from './casillero.ts'

/** Amounts by box, ×10⁶; a count is whole units ×10⁶, a share 0.9749 is 974_900. */
export type Valores = Record<string, Monto>

export const valorDe = (valores: Readonly<Valores>, codigo: string): Monto => valores[codigo] ?? 0

/** Sum of these boxes. */
export const sumOf = (valores: Readonly<Valores>, codigos: readonly string[] = []): Monto =>
  sum(codigos.map((codigo) => valorDe(valores, codigo)))

const UNO = fromUnits(1)

/** The value of a formula; undefined for a REGLA, whose boxes are filled elsewhere. */
export function evaluate(formula: Formula, valores: Readonly<Valores>): Monto | undefined {
  switch (formula.de) {
    case 'SUMA': {
      const total = subtract(sumOf(valores, formula.mas), sumOf(valores, formula.menos))
      return formula.desdeCero ? largest(0, total) : total
    }
    case 'FACTOR': {
      const whole = valorDe(valores, formula.entre)
      if (whole <= 0 || formula.siHay.every((codigo) => valorDe(valores, codigo) === 0)) return UNO
      return roundTo(divide(sumOf(valores, formula.mas), whole), 4)
    }
    case 'PRODUCTO':
      return multiplyToCents(subtract(sumOf(valores, formula.mas), sumOf(valores, formula.menos)), valorDe(valores, formula.por))
    case 'REGLA':
      return undefined
  }
}

/** A value as the form shows it: «1,140.00», «0.9749», «8». */
export function displayCasillero(valor: Monto, unidad: Casillero['unidad']): string {
  if (unidad === 'factor') return formatMonto(valor, 4)
  return unidad === 'conteo' ? formatMonto(valor, 0) : displayMonto(valor)
}

const CODIGO = /\b\d{3}\b/g

/** The arithmetic with its figures: «499 − 564» becomes «$261.00 − $362.66». */
export const enCifras = (formula: string, valores: Readonly<Valores>, unidadDe: (codigo: string) => Casillero['unidad']): string =>
  formula.replace(CODIGO, (codigo) => displayCasillero(valorDe(valores, codigo), unidadDe(codigo)))
