import { describe, expect, it } from 'vitest'

import { fromUnits, MONTO_MAX } from '../valor/monto.ts'
import { combosQueAlcanzan, parteDevuelta } from './combo.ts'

describe('combosQueAlcanzan', () => {
  it.each([
    [
      'the part that is shortest decides',
      [
        [2, 9],
        [1, 3],
      ],
      3,
    ],
    ['what does not make a whole one does not count', [[2, 9]], 4],
    [
      'none where one of them is missing',
      [
        [1, 9],
        [1, 0],
      ],
      0,
    ],
    [
      'none where one stands below zero',
      [
        [1, 9],
        [1, -4],
      ],
      0,
    ],
  ] as const)('%s', (_, partes, expected) => {
    expect(combosQueAlcanzan(partes.map(([cantidad, stock]) => ({ cantidad: fromUnits(cantidad), stock: fromUnits(stock) })))).toBe(
      fromUnits(expected),
    )
  })

  it('tells no more of them than an amount can hold', () => {
    expect(combosQueAlcanzan([{ cantidad: 1, stock: MONTO_MAX }])).toBe(fromUnits(9_007_199_254))
  })
})

describe('parteDevuelta', () => {
  it.each([
    ['a share of what left, half-up', 10, 1, 3, 3],
    ['half of it is more', 1, 1, 2, 1],
    ['all of it with the last combo', 10, 3, 3, 10],
  ])('%s', (_, salio, devueltos, vendidos, expected) => {
    expect(parteDevuelta(salio, devueltos, vendidos)).toBe(expected)
  })
})
