import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fromCents, sum, toCents, type Monto } from '../valor/monto.ts'
import { descuentosDeCupon } from './cupon.ts'

const de = (porcentaje: number | null, monto: Monto | null, ...lineas: number[]) =>
  descuentosDeCupon({ porcentaje, monto }, lineas.map(fromCents)).map(toCents)

describe('the discount of a coupon', () => {
  it('is a percentage of each line, rounded half-up to the cent', () => {
    expect(de(10_000_000, null, 1800, 1001, 5)).toEqual([180, 100, 1])
    expect(de(12_500_000, null, 4)).toEqual([1])
  })

  it('is an amount over all lines by what each comes to, and no more than they do', () => {
    expect(de(null, fromCents(500), 1000, 3000)).toEqual([125, 375])
    expect(de(null, fromCents(100), 100, 100, 100)).toEqual([33, 34, 33])
    expect(de(null, fromCents(9999), 100, 250)).toEqual([100, 250])
    expect(de(null, fromCents(100), 0, 100)).toEqual([0, 100])
    expect(de(null, fromCents(100), 0)).toEqual([0])
    expect(de(null, fromCents(100))).toEqual([])
  })

  it('of any amount over any lines is that amount to the cent, and no line is below zero', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500_000), { maxLength: 9 }), fc.integer({ min: 1, max: 2_000_000 }), (lineas, monto) => {
        const descuentos = de(null, fromCents(monto), ...lineas)
        expect(sum(descuentos)).toBe(Math.min(monto, sum(lineas)))
        expect(descuentos.every((descuento, at) => descuento >= 0 && descuento <= (lineas[at] ?? 0))).toBe(true)
      }),
      { numRuns: 500, seed: 20_261_125 },
    )
  })
})
