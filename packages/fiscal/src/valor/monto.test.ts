import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  baseIncluded,
  displayMonto,
  displayNumero,
  displayPorcentaje,
  divide,
  fitsDecimals,
  formatMonto,
  fromCents,
  fromDecimal,
  fromUnits,
  isMonto,
  MONTO_MAX,
  MontoFueraDeRango,
  montoOf,
  multiply,
  multiplyToCents,
  parseMonto,
  percentageOf,
  percentOf,
  percentToFactor,
  plainMonto,
  roundTo,
  roundToCents,
  sum,
  toCents,
  toDecimal,
} from './monto.ts'

const RUNS = { numRuns: 2000 }
const safe = fc.maxSafeInteger()
const monto = fc.oneof(safe, fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: -30_000, max: 30_000 }))

/** Half-up away from zero, computed by sign and remainder, unlike the code under test. */
function reference(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = n / d + ((n % d) * 2n >= d ? 1n : 0n)
  return negative ? -quotient : quotient
}

function expectSame(actual: () => number, expected: bigint): void {
  if (expected > BigInt(MONTO_MAX) || expected < -BigInt(MONTO_MAX)) expect(actual).toThrow(RangeError)
  else expect(actual()).toBe(Number(expected))
}

describe('arithmetic against a BigInt reference', () => {
  it('multiplies with one half-up rounding, or refuses', () => {
    fc.assert(
      fc.property(monto, monto, (a, b) => expectSame(() => multiply(a, b), reference(BigInt(a) * BigInt(b), 1_000_000n))),
      RUNS,
    )
  })
  it('multiplies to cents in one rounding', () => {
    fc.assert(
      fc.property(monto, monto, (a, b) =>
        expectSame(() => multiplyToCents(montoOf(a), b), reference(BigInt(a) * BigInt(b), 10_000_000_000n) * 10_000n),
      ),
      RUNS,
    )
  })
  it('gives every half cent up, where floating point misses some', () => {
    for (let cents = 0; cents < 5_000; cents++)
      for (const [a, b] of [
        [1_000_000, cents * 10_000 + 5_000],
        [500_000, (2 * cents + 1) * 10_000],
      ] as const)
        expectSame(() => multiplyToCents(montoOf(a), b), reference(BigInt(a) * BigInt(b), 10_000_000_000n) * 10_000n)
  })
  it('divides half-up with any signs', () => {
    fc.assert(
      fc.property(
        monto,
        monto.filter((b) => b !== 0),
        (a, b) => expectSame(() => divide(a, b), reference(BigInt(a) * 1_000_000n, BigInt(b))),
      ),
      RUNS,
    )
  })
  it('takes a percentage to the cent', () => {
    fc.assert(
      fc.property(monto, fc.integer({ min: 0, max: 300_000_000 }), (base, tarifa) =>
        expectSame(() => percentOf(montoOf(base), tarifa), reference(BigInt(base) * BigInt(tarifa), 1_000_000_000_000n) * 10_000n),
      ),
      RUNS,
    )
  })
  it('takes the base out of an amount that includes the tax', () => {
    fc.assert(
      fc.property(monto, fc.integer({ min: 0, max: 300_000_000 }), (total, tarifa) =>
        expectSame(
          () => baseIncluded(montoOf(total), tarifa),
          reference(BigInt(total) * 100_000_000n, (100_000_000n + BigInt(tarifa)) * 10_000n) * 10_000n,
        ),
      ),
      RUNS,
    )
  })
  it('rounds to any number of decimals', () => {
    fc.assert(
      fc.property(monto, fc.integer({ min: 0, max: 6 }), (m, decimals) => {
        const unit = 10n ** BigInt(6 - decimals)
        expectSame(() => roundTo(m, decimals), reference(BigInt(m), unit) * unit)
      }),
      RUNS,
    )
  })
  it('sums exactly or refuses', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 45), max: 2 ** 45 }), { maxLength: 50 }), (list) => {
        expect(sum(list)).toBe(Number(list.reduce((total, m) => total + BigInt(m), 0n)))
      }),
      RUNS,
    )
    expect(() => sum([MONTO_MAX, 1])).toThrow(MontoFueraDeRango)
    for (const wrong of [0.5, Number.NaN]) expect(() => sum([wrong])).not.toThrow(MontoFueraDeRango)
  })
  it('keeps cents when they go and come back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900_000_000_000, max: 900_000_000_000 }), (c) => {
        expect(toCents(fromCents(c))).toBe(c)
      }),
      RUNS,
    )
  })
})

describe('rounding', () => {
  it('O-18 rounds the line once: 3.333333 × 0.3015 is 1.00, not 1.01', () => {
    expect(multiplyToCents(montoOf(301_500), 3_333_333)).toBe(1_000_000)
    expect(roundToCents(multiply(montoOf(3_333_333), 301_500))).toBe(1_010_000)
  })
  it('R-9.17 is half-up: 1.005 gives 1.01 and 2.675 gives 2.68', () => {
    expect(roundToCents(fromDecimal(1.005))).toBe(1_010_000)
    expect(roundToCents(fromDecimal(2.675))).toBe(2_680_000)
  })
  it('rounds negatives away from zero and never answers minus zero', () => {
    expect(roundToCents(montoOf(-1_005_000))).toBe(-1_010_000)
    expect(Object.is(roundToCents(montoOf(-1)), 0)).toBe(true)
    expect(Object.is(multiply(-1, 1), 0)).toBe(true)
  })
  it('is right where floating division would round up: (k × 10^6 − 1) ÷ 10^6', () => {
    expect(multiply(9_007_199_253_499_999, 1_000_000)).toBe(9_007_199_253_499_999)
    expect(roundTo(9_007_199_253_499_999, 0)).toBe(9_007_199_253_000_000)
  })
  it('refuses what is no safe integer', () => {
    for (const bad of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => multiply(bad, 2_000_000)).toThrow(RangeError)
      expect(() => montoOf(bad)).toThrow(RangeError)
      expect(isMonto(bad)).toBe(false)
    }
    expect(() => divide(1, 0)).toThrow(RangeError)
  })
})

describe('reading and writing', () => {
  it('R-9.15 1.50 becomes 1500000 and back', () => {
    expect(fromDecimal(1.5)).toBe(1_500_000)
    expect(toDecimal(montoOf(1_500_000))).toBe(1.5)
    expect(parseMonto('1.50')).toBe(1_500_000)
    expect(formatMonto(1_500_000, 2)).toBe('1.50')
  })
  it('R-9.16 percent divides by 100', () => {
    expect(percentToFactor(fromUnits(15))).toBe(150_000)
    expect(percentageOf(fromUnits(3), fromUnits(20))).toBe(15_000_000)
  })
  it('writes six decimals and reads the same Monto', () => {
    fc.assert(
      fc.property(safe, (m) => {
        expect(parseMonto(formatMonto(m, 6))).toBe(m)
      }),
      RUNS,
    )
    fc.assert(
      fc.property(safe, (m) => {
        expect(parseMonto(plainMonto(m))).toBe(m)
      }),
      RUNS,
    )
  })
  it('takes an ordinary number by the digits it prints with', () => {
    const decimal = fc.tuple(fc.integer({ min: -9_000_000, max: 9_000_000 }), fc.integer({ min: 0, max: 999_999 }))
    fc.assert(
      fc.property(decimal, ([whole, fraction]) => {
        const text = `${whole}.${String(fraction).padStart(6, '0')}`
        expect(fromDecimal(Number(text))).toBe(parseMonto(text) === 0 ? 0 : parseMonto(text))
      }),
      RUNS,
    )
    expect(fromDecimal(0.000_000_5)).toBe(1)
    expect(fromDecimal(1.000_000_5)).toBe(1_000_001)
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 1e10, 1e21]) expect(() => fromDecimal(bad)).toThrow(RangeError)
  })
  it.each(['', ' 1', '1,5', '1.', '.5', '+1', '1e3', '0x1', '1.2.3', '1.1234567', '9007199254.740992', '٣', 'NaN', '99999999999999999999'])(
    'refuses «%s» as a plain decimal',
    (text) => expect(parseMonto(text)).toBeUndefined(),
  )
  it('counts decimals when told to', () => {
    expect(parseMonto('1.234', 2)).toBeUndefined()
    expect(parseMonto('1.23', 2)).toBe(1_230_000)
    expect(Object.is(parseMonto('-0.00'), 0)).toBe(true)
    expect(parseMonto('9007199254.740991')).toBe(MONTO_MAX)
  })
  it.each([
    [1_234_560_000, 2, '1234.56'],
    [-500_000, 2, '-0.50'],
    [-1, 2, '0.00'],
    [995_000, 2, '1.00'],
    [1_500_000, 0, '2'],
    [1, 6, '0.000001'],
  ])('formats %i with %i decimals as %s', (m, decimals, text) => expect(formatMonto(m, decimals)).toBe(text))
  it('O-19 displays dot decimal, comma thousands, dollar in front', () => {
    expect(displayMonto(montoOf(1_234_560_000))).toBe('$1,234.56')
    expect(displayMonto(montoOf(-1_234_567_890_000))).toBe('-$1,234,567.89')
    expect(displayMonto(montoOf(999_990_000))).toBe('$999.99')
    expect(displayNumero(1_234_500_000)).toBe('1,234.5')
    expect(displayNumero(1_234_567)).toBe('1.234567')
    expect(displayPorcentaje(fromUnits(15))).toBe('15%')
    expect(displayPorcentaje(1_750_000)).toBe('1.75%')
  })
  it('knows how many decimals an amount has', () => {
    expect(fitsDecimals(1_230_000)).toBe(true)
    expect(fitsDecimals(1_234_000)).toBe(false)
    expect(plainMonto(2_000_000, 2)).toBe('2.00')
    expect(() => formatMonto(1, 7)).toThrow(RangeError)
  })
})
