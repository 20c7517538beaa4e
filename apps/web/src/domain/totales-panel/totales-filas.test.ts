import { displayMonto, montoOf, TIPO_IVA, type Monto } from '@yupana/fiscal'
import { expect, it } from 'vitest'

import { emptyLinea, type LineaValores } from '../lineas-editor/linea-valores.ts'
import { filasOfTotales } from './totales-filas.ts'
import { totalesOfLineas } from './use-totales.ts'

const linea = (changes: Partial<LineaValores>): LineaValores => ({
  ...emptyLinea(),
  descripcion: 'Café',
  cantidad: '1',
  precio: '10',
  ...changes,
})
const NETO = { modo: 'NETO', fecha: '2026-11-20' } as const
const filas = (lineas: LineaValores[], propina: Monto = 0, popular = false) => {
  const totales = totalesOfLineas(lineas, NETO, { propina })
  return (
    totales && [
      ...filasOfTotales(totales, popular).map(({ label, monto }) => `${label} ${displayMonto(monto)}`),
      displayMonto(totales.importeTotal),
    ]
  )
}

it('R-3.2.8 shows one subtotal per rate in the order of the specification, and one IVA per rate that charges', () => {
  const all = [TIPO_IVA.EXENTO, TIPO_IVA.CERO, TIPO_IVA.CINCO, TIPO_IVA.NO_OBJETO, TIPO_IVA.QUINCE].map((iva) => linea({ iva }))
  expect(filas(all)).toEqual([
    'Subtotal 15% $10.00',
    'Subtotal 5% $10.00',
    'Subtotal 0% $10.00',
    'Subtotal No objeto de IVA $10.00',
    'Subtotal Exento de IVA $10.00',
    'Descuento $0.00',
    'IVA 15% $1.50',
    'IVA 5% $0.50',
    '$52.00',
  ])
})

it('ICE is in the base of the IVA and IRBPNR is not; every row adds up to the total with the tip', () => {
  const lineas = [linea({ ice: { codigo: '3023', tarifa: '10', especifico: '' }, irbpnr: { tarifa: '0.02' } })]
  expect(filas(lineas, montoOf(1_000_000))).toEqual([
    'Subtotal 15% $10.00',
    'Descuento $0.00',
    'ICE $1.00',
    'IVA 15% $1.65',
    'IRBPNR $0.02',
    'Propina $1.00',
    '$13.67',
  ])
})

it('O-102 a negocio popular shows one subtotal and no IVA', () =>
  expect(filas([linea({ iva: TIPO_IVA.CERO })], 0, true)).toEqual(['Subtotal $10.00', 'Descuento $0.00', '$10.00']))

it('leaves out lines that cannot be read, and is nothing past the safe bound', () => {
  expect(filas([linea({}), linea({ precio: 'x' })])?.at(-1)).toBe('$11.50')
  expect(filas(Array.from({ length: 3 }, () => linea({ precio: '5000000000' })))).toBeUndefined()
})

it('what is charged for others has a row of its own', () => {
  const totales = totalesOfLineas([linea({})], NETO, { otros: montoOf(3_500_000) })
  expect(totales && filasOfTotales(totales).at(-1)).toEqual({ label: 'Otros rubros', monto: 3_500_000 })
  expect(totales?.importeTotal).toBe(15_000_000)
})
