import { fromCents, fromUnits, sum } from '@yupana/fiscal'
import { expect, it } from 'vitest'

import { emptyLinea, lineaFormOf } from '../../domain/lineas-editor/linea-valores.ts'
import { discountAll, grossOf } from './descuento.ts'

const linea = (cantidad: string, precio: string) => ({ ...emptyLinea(), descripcion: 'Café', cantidad, precio })
const lineas = [linea('1', '10'), linea('3', '3.335'), linea('1', '0.01'), emptyLinea()]
const descuentos = (next: typeof lineas) => next.map((one) => lineaFormOf(one)?.descuento)

it('a global discount of dollars is shared out to the cent by what each line comes to, and leaves empty lines alone', () => {
  expect(grossOf(lineas)).toBe(fromCents(2_002))
  const shared = descuentos(discountAll(lineas, 'VALOR', '1'))
  expect(shared).toEqual([fromCents(50), fromCents(50), 0, undefined])
  expect(sum(descuentos(discountAll(lineas, 'VALOR', '20.02')).map((one) => one ?? 0))).toBe(fromCents(2_002))
})

it('a global percentage is each line’s own; zero takes every discount away', () => {
  const half = discountAll(lineas, 'PORCENTAJE', '50')
  expect(descuentos(half)).toEqual([fromUnits(5), fromCents(501), fromCents(1), undefined])
  expect(descuentos(discountAll(half, 'PORCENTAJE', '0'))).toEqual([0, 0, 0, undefined])
})
