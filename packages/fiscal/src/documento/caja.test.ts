import { expect, it } from 'vitest'

import { fromCents, fromUnits, montoOf } from '../valor/monto.ts'
import { BILLETES, contadoOf, diferenciaText, isDenominacion, MONEDAS } from './caja.ts'

it('what is counted is the sum of its notes and coins, to the cent', () => {
  expect(contadoOf([])).toBe(0)
  expect(
    contadoOf([
      { clase: 'BILLETE', denominacion: fromUnits(20), cantidad: 3 },
      { clase: 'BILLETE', denominacion: fromUnits(1), cantidad: 2 },
      { clase: 'MONEDA', denominacion: fromUnits(1), cantidad: 5 },
      { clase: 'MONEDA', denominacion: fromCents(1), cantidad: 7 },
    ]),
  ).toBe(fromCents(6_707))
})

it('there are notes of whole dollars and coins up to one dollar', () => {
  expect(BILLETES.every((denominacion) => isDenominacion({ clase: 'BILLETE', denominacion }))).toBe(true)
  expect(MONEDAS.every((denominacion) => isDenominacion({ clase: 'MONEDA', denominacion }))).toBe(true)
  expect(isDenominacion({ clase: 'MONEDA', denominacion: fromUnits(5) })).toBe(false)
  expect(isDenominacion({ clase: 'BILLETE', denominacion: fromCents(50) })).toBe(false)
})

it('less than expected is missing, more is left over', () => {
  expect([-1, 0, 1].map((one) => diferenciaText(montoOf(one)))).toEqual(['Faltante', 'Cuadra', 'Sobrante'])
})
