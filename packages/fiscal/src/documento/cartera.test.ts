import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { montoOf, sum } from '../valor/monto.ts'
import { antiguedadOf, cuotasOf, repartirAbono, venceOf } from './cartera.ts'

describe('what a document leaves owed', () => {
  it.each([
    [30, 'dias', '2026-03-02'],
    [1, 'meses', '2026-02-28'],
    [1, 'anios', '2027-01-31'],
    [30, null, '2026-03-02'],
  ])('a term of %s %s from 31 January ends on %s', (plazo, unidad, vence) => {
    expect(venceOf('2026-01-31', plazo, unidad)).toBe(vence)
  })

  it('is each payment with a term, by its day; what has none was paid at once', () => {
    expect(
      cuotasOf('2026-01-01', [
        { total: montoOf(50), plazo: null, unidad_tiempo: null },
        { total: montoOf(20), plazo: 60, unidad_tiempo: 'dias' },
        { total: montoOf(10), plazo: 30, unidad_tiempo: 'dias' },
        { total: montoOf(5), plazo: 30, unidad_tiempo: 'dias' },
        { total: montoOf(7), plazo: 0, unidad_tiempo: 'dias' },
      ]),
    ).toEqual([
      { vence: '2026-01-31', valor: 15 },
      { vence: '2026-03-02', valor: 20 },
    ])
  })
})

describe('what lessens a document', () => {
  it('takes the earliest due date first, and what is too much stands on the last one in favour', () => {
    expect(repartirAbono([montoOf(10), montoOf(20)], montoOf(15))).toEqual([10, 5])
    expect(repartirAbono([montoOf(10), montoOf(20)], montoOf(45))).toEqual([10, 35])
    expect(repartirAbono([montoOf(-5), montoOf(20)], montoOf(10))).toEqual([0, 10])
  })

  it('is spread whole, whatever is left of each', () => {
    const saldo = fc.integer({ min: -1000, max: 1000 })
    fc.assert(
      fc.property(fc.array(saldo, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 5000 }), (saldos, valor) => {
        const parts = repartirAbono(saldos.map(montoOf), montoOf(valor))
        expect(sum(parts)).toBe(valor)
        expect(parts.every((part) => part >= 0)).toBe(true)
      }),
    )
  })
})

it.each([
  ['2026-05-10', 'POR_VENCER'],
  ['2026-05-09', 'D1_30'],
  ['2026-04-10', 'D1_30'],
  ['2026-04-09', 'D31_60'],
  ['2026-03-11', 'D31_60'],
  ['2026-02-09', 'D61_90'],
  ['2026-02-08', 'D91_MAS'],
])('what was due on %s is on 10 May %s', (vence, antiguedad) => {
  expect(antiguedadOf(vence, '2026-05-10')).toBe(antiguedad)
})
