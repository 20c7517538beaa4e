import { expect, it } from 'vitest'

import { codigoOf, libreOf } from './codigo-propuesto.ts'

it('is made of the first word and a number or the second one', () => {
  const codes = ['Cemento 50 kg', 'Café de altura molido 400 g', 'Martillo de carpintero', 'Ñoquis', '  el  ', '2.5 mm', 'Perno 1/2 x 3']
  expect(codes.map(codigoOf)).toEqual(['CEM-50', 'CAF-400', 'MAR-CAR', 'NOQ', '', 'MM-2', 'PER-1'])
})

it('is one that nobody has', () => {
  expect(libreOf('CEM-50', [])).toBe('CEM-50')
  expect(libreOf('CEM-50', ['cem-50', 'CEM-50-2', 'CEM-50-KG'])).toBe('CEM-50-3')
})
