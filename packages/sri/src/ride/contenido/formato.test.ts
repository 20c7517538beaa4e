import { fromDecimal } from '@yupana/fiscal'
import { expect, it } from 'vitest'

import { dia, dinero, fechaHora, precio } from './formato.ts'

it('shows money with a dot, commas and the dollar in front (O-19)', () => {
  expect(dinero(fromDecimal(1234.5))).toBe('$1,234.50')
})

it.each([
  [2, '$2.00'],
  [2.5, '$2.50'],
  [13.043478, '$13.043478'],
  [1043.1, '$1,043.10'],
])('shows a unit price of %s with the decimals it has', (value, text) => {
  expect(precio(fromDecimal(value))).toBe(text)
})

it('shows dates by day', () => {
  expect(dia('2026-11-20')).toBe('20/11/2026')
})

it.each([
  ['2026-11-20T10:15:30-05:00', '20/11/2026 10:15:30'],
  ['2026-11-20T10:15:30.123-05:00', '20/11/2026 10:15:30'],
  ['2026-11-21T02:15:30Z', '20/11/2026 21:15:30'],
  ['20/11/2026 10:15:30', '20/11/2026 10:15:30'],
  ['2026-11-20T10:15:30', '20/11/2026 10:15:30'],
  ['ayer', 'ayer'],
  ['', ''],
])('shows the authorization %s in the time of Ecuador', (texto, shown) => {
  expect(fechaHora(texto)).toBe(shown)
})
