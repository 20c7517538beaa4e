import type { ProductoVenta } from '@yupana/contract'
import { displayMonto, montoOf, TIPO_IVA } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { totalesOfLineas } from '../totales-panel/use-totales.ts'
import { problemasOfLinea } from './linea-problemas.ts'
import {
  campoOfEditor,
  convertLinea,
  emptyLinea,
  isEmptyLinea,
  lineaFormOf,
  lineaOfProducto,
  lineaValoresOf,
  type LineaValores,
} from './linea-valores.ts'
import { reglasOf } from './reglas-linea.ts'

const HOY = '2026-11-20'
const neto = reglasOf('NETO', HOY, [])
const pvp = reglasOf('PVP', HOY, [])
const producto = (changes: Partial<ProductoVenta> = {}): ProductoVenta => ({
  id: '44444444-4444-4444-8444-444444444444',
  code: 'A-1',
  auxiliary_code: null,
  barcode: null,
  barcodes: [],
  name: 'Resma',
  type_product: 'PRODUCTO',
  iva: TIPO_IVA.QUINCE,
  price: montoOf(8_695_652),
  price_list: [],
  ice_codigo: '3023',
  irbpnr: true,
  precio_libre: false,
  ...changes,
})
const linea = (changes: Partial<LineaValores>): LineaValores => ({
  ...emptyLinea(),
  descripcion: 'Café',
  cantidad: '1',
  precio: '1',
  ...changes,
})

describe('what was typed becomes the line that is sent', () => {
  it.each([
    ['2.675', '1', '50', '1.34'],
    ['0.125', '1', '0', '0.00'],
    ['1.25', '1', '10', '0.13'],
    ['1.15', '1', '10', '0.12'],
    ['10', '3', '33,33', '10.00'],
  ])('O-18 of %s × %s a discount of %s %% takes %s, rounded half-up', (precio, cantidad, descuento, cents) =>
    expect(displayMonto(lineaFormOf(linea({ precio, cantidad, descuento }))!.descuento)).toBe(`$${cents}`),
  )

  it('O-19 12,5 and 12.5 give the same line', () =>
    expect(lineaFormOf(linea({ precio: '12,5' }))).toEqual(lineaFormOf(linea({ precio: '12.5' }))))

  it('is nothing while it is empty, cannot be read or leaves the range', () => {
    expect(
      [
        emptyLinea(),
        linea({ cantidad: 'dos' }),
        linea({ precio: '' }),
        linea({ descuento: '0.125', descuento_en: 'VALOR' }),
        linea({ precio: '9000000000', cantidad: '9000000' }),
      ].map(lineaFormOf),
    ).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect([isEmptyLinea(emptyLinea()), isEmptyLinea(linea({ descuento_en: 'VALOR' }))]).toEqual([true, false])
  })

  it('comes back from a stored line as the same line', () => {
    const form = lineaFormOf(
      linea({
        cantidad: '2',
        precio: '3.333333',
        descuento: '5',
        ice: { codigo: '3023', tarifa: '10', especifico: '' },
        detalles: [{ nombre: 'Lote', valor: '7' }],
      }),
    )
    expect(form && lineaFormOf(lineaValoresOf(form))).toEqual(form)
  })
})

describe('a product becomes a line', () => {
  it('O-60 at its price with IVA in PVP mode: a label of 10.00 is charged 10.00', () => {
    expect([lineaOfProducto(producto(), neto).precio, lineaOfProducto(producto(), pvp).precio]).toEqual(['8.695652', '10.00'])
    const totales = totalesOfLineas([lineaOfProducto(producto(), pvp)], pvp)
    expect([totales?.totalSinImpuestos, totales?.importeTotal]).toEqual([8_700_000, 10_000_000])
  })

  it('O-99 with ICE and IRBPNR only while the company charges them, and then without IVA', () => {
    expect(lineaOfProducto(producto(), neto)).not.toMatchObject({ ice: expect.anything() as unknown })
    const both = reglasOf('PVP', HOY, [
      { tipo: 'ICE', desde: '2020-01-01', hasta: null, valor: '' },
      { tipo: 'IRBPNR', desde: '2020-01-01', hasta: '2026-11-20', valor: '' },
    ])
    expect(lineaOfProducto(producto(), both)).toMatchObject({ ice: { codigo: '3023' }, irbpnr: { tarifa: '0.02' }, precio: '8.695652' })
    expect(reglasOf('PVP', '2026-11-21', [{ tipo: 'IRBPNR', desde: '2020-01-01', hasta: '2026-11-20', valor: '' }]).irbpnr).toBe(false)
  })

  it('O-102 at 0 % for a negocio popular', () => {
    const popular = reglasOf('NETO', HOY, [
      { tipo: 'REGIMEN', desde: '2020-01-01', hasta: null, valor: 'GENERAL' },
      { tipo: 'REGIMEN', desde: '2026-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' },
    ])
    expect([lineaOfProducto(producto(), popular).iva, emptyLinea(popular).iva]).toEqual([TIPO_IVA.CERO, TIPO_IVA.CERO])
  })

  it('O-60 prices turn from net to PVP and back', () => {
    const there = convertLinea(linea({ precio: '8.695652', descuento: '1', descuento_en: 'VALOR' }), 'PVP', HOY)
    expect([there.precio, there.descuento, convertLinea(there, 'NETO', HOY).precio]).toEqual(['10.00', '1.15', '8.695652'])
  })
})

describe('what is wrong is said at its cell', () => {
  const of = (changes: Partial<LineaValores>, fecha = HOY) =>
    problemasOfLinea(linea(changes), reglasOf('NETO', fecha, []), new Set(['F010202']))

  it.each([
    [{ cantidad: '' }, { cantidad: 'Este campo es requerido.' }],
    [{ cantidad: '0' }, { cantidad: 'La cantidad debe ser mayor que cero.' }],
    [{ precio: '1234,567' }, { precio: '¿Quiso decir 1,234.567 o 1,234,567?' }],
    [{ precio: '1.1234567' }, { precio: 'Este campo lleva máximo 6 decimales.' }],
    [{ descuento: '101' }, { descuento: 'Tiene que ser como máximo 100.' }],
    [{ descuento: '2', descuento_en: 'VALOR' as const }, { descuento: 'El descuento supera el valor de la línea ($1.00).' }],
    [{ iva: TIPO_IVA.CINCO }, { codigo_auxiliar: 'La tarifa 5 % exige elegir el material de construcción (tabla 31).' }],
    [{ iva: TIPO_IVA.CINCO, codigo_auxiliar: 'F010202' }, {}],
    [{ iva: TIPO_IVA.DOCE }, { iva: 'La tarifa de IVA elegida no está vigente en la fecha del documento.' }],
    [{ descripcion: ' ' }, { descripcion: 'Este campo es requerido.' }],
    [{ precio: '9000000000', cantidad: '9000000' }, { precio: 'El valor de la línea es demasiado grande.' }],
  ])('O-61 %o', (changes, problems) => expect(of(changes)).toEqual(problems))

  it('O-61 12 % holds until its last day', () => expect(of({ iva: TIPO_IVA.DOCE }, '2024-03-31')).toEqual({}))

  it('finds the cell of what the server refused', () => {
    expect(
      ['lineas.0.precio_unitario', 'lineas.1.detalles_adicionales.0.nombre', 'pagos.0.total'].map((campo) => campoOfEditor(campo, [0, 3])),
    ).toEqual(['lineas.0.precio', 'lineas.3.detalles.0.nombre', 'pagos.0.total'])
  })
})
