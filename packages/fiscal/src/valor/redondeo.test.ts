import { describe, expect, it } from 'vitest'

import { plainMonto, parseMonto } from './monto.ts'
import { endIn99, roundToStep } from './redondeo.ts'

const of = (text: string) => parseMonto(text)!

describe('prices that end as a shop likes them', () => {
  it.each([
    ['12.32', '12.3'],
    ['12.325', '12.35'],
    ['12.374999', '12.35'],
    ['0.024', '0'],
    ['0.025', '0.05'],
    ['9000000.33', '9000000.35'],
  ])('%s to steps of 0.05 is %s', (from, to) => expect(plainMonto(roundToStep(of(from), of('0.05')))).toBe(to))

  it.each([
    ['12.30', '11.99'],
    ['12.48', '11.99'],
    ['12.49', '12.99'],
    ['12.99', '12.99'],
    ['13', '12.99'],
    ['0.20', '0.99'],
    ['0', '0.99'],
  ])('%s ending in .99 is %s', (from, to) => expect(plainMonto(endIn99(of(from)))).toBe(to))
})
