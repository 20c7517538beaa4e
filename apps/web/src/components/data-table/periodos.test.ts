import { expect, it } from 'vitest'

import { periodosOn } from './periodos.ts'

it.each([
  ['2026-11-23', ['2026-11-23', '2026-11-29'], ['2026-11-01', '2026-11-30'], ['2026-10-01', '2026-10-31']],
  // Sunday ends its week, and January refers to December.
  ['2028-02-27', ['2028-02-21', '2028-02-27'], ['2028-02-01', '2028-02-29'], ['2028-01-01', '2028-01-31']],
  ['2027-01-31', ['2027-01-25', '2027-01-31'], ['2027-01-01', '2027-01-31'], ['2026-12-01', '2026-12-31']],
])('on %s: today, this week from Monday, this month and the month before', (hoy, semana, mes, pasado) => {
  expect(periodosOn(hoy).map(({ desde, hasta }) => [desde, hasta])).toEqual([[hoy, hoy], semana, mes, pasado, ['', '']])
})
