import { expect, it } from 'vitest'

import { consultaOn, consultaToKeep } from './views.ts'

it('a view keeps search, filters, order and rows; days that have a name mean that name at each later day', () => {
  const kept = consultaToKeep('q=ana&desde=2026-11-01&hasta=2026-11-30&sort=total%2CDESC&size=20', '2026-11-23')
  expect(kept).toBe('q=ana&sort=total%2CDESC&size=20&periodo=mes')
  expect(consultaOn({ consulta: kept }, '2027-02-03')).toBe('q=ana&sort=total%2CDESC&size=20&desde=2027-02-01&hasta=2027-02-28')
})

it('other days stay the days they are', () => {
  const consulta = 'desde=2026-11-02&hasta=2026-11-30'
  expect(consultaToKeep(consulta, '2026-11-23')).toBe(consulta)
  expect(consultaOn({ consulta }, '2027-02-03')).toBe(consulta)
})
