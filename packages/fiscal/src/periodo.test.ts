import { describe, expect, it } from 'vitest'

import { formatPeriodo, rangeOf } from './periodo.ts'

describe('report periods', () => {
  it.each([
    ['R-9.11 daily', 1, '2026-11-20'], ['R-9.13 weekly', 2, '2026-11-16,2026-11-22'], ['R-9.12 O-21 monthly', 3, '2026-11-01'], ['R-9.14 yearly', 4, '2026-01-01'],
  ] as const)('%s', (_, periodo, text) => expect(formatPeriodo(periodo, '2026-11-20')).toBe(text))
  it('ends on the last day of the period', () => {
    expect(rangeOf(3, '2028-02-10')).toEqual({ desde: '2028-02-01', hasta: '2028-02-29' })
    expect(rangeOf(4, '2026-11-20')).toEqual({ desde: '2026-01-01', hasta: '2026-12-31' })
    expect(rangeOf(2, '2027-01-01')).toEqual({ desde: '2026-12-28', hasta: '2027-01-03' })
  })
})
