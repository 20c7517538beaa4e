import { expect, it } from 'vitest'

import { fitOf } from './column.ts'

it.each([
  '001-001-000000123',
  'Factura 001-001-000000123',
  'Liquidación de compra 001-001-000000123 (2/12)',
  '1790012345001',
  '$1,234,567.89',
  '26/11/2026',
  'Ana Pérez',
])('«%s» stays in one piece', (text) => expect(fitOf({}, text)).toBe('whole'))

it.each(['COMERCIAL GUAYAS DEMO CÍA. LTDA.', 'Factura 001-001-000000123 anulada', '12 unidades de papel'])(
  '«%s» may take two lines',
  (text) => expect(fitOf({}, text)).toBe('lines'),
)

it('a short word gives way where somebody gave its column a width; a figure never does', () => {
  expect([fitOf({}, 'Ana Pérez', true), fitOf({}, '001-001-000000123', true)]).toEqual(['lines', 'whole'])
})

it('an address shows its beginning, and what is no text is the cell’s own affair', () => {
  expect([fitOf({ line: true }, 'una.direccion.larga@ejemplo.com.ec'), fitOf({}, null), fitOf({ align: 'end' }, null)]).toEqual([
    'line',
    undefined,
    'whole',
  ])
})
