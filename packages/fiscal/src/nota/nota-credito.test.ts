import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { LineaEntrada } from '../impuesto/linea.ts'
import { CENTAVO, formatMonto, fromCents, fromUnits, montoOf, multiplyToCents, parseMonto, percentOf, sum } from '../valor/monto.ts'
import { saldoOf } from './nota-credito-saldo.ts'
import { checkCreditos, notaCreditoOf, type NotaCreditoTotales } from './nota-credito.ts'
import { totalesOf, type ModoPrecio, type TotalesDocumento } from '../impuesto/totales.ts'

const m = (text: string) => parseMonto(text)!
const IVA15 = { codigoPorcentaje: '4', tarifa: fromUnits(15) }
const linea = (cantidad: string, precio: string, extra: Partial<LineaEntrada> = {}): LineaEntrada => ({
  cantidad: m(cantidad),
  precioUnitario: m(precio),
  iva: IVA15,
  ...extra,
})
const factura = (modo: ModoPrecio, ...lineas: LineaEntrada[]): TotalesDocumento => totalesOf({ modo, lineas })

describe('credit note (O-57, O-60)', () => {
  it('returns one of three units with its share of the discount (vector of the reference)', () => {
    const nota = notaCreditoOf({
      modo: 'NETO',
      factura: factura('NETO', linea('3', '19.99', { descuento: m('5.97') })),
      previas: [],
      creditos: [{ linea: 0, cantidad: m('1') }],
    })
    expect(nota.lineas[0]).toMatchObject({ precioUnitario: m('19.99'), descuento: m('1.99'), precioTotalSinImpuesto: m('18.00') })
    expect([nota.totalConImpuestos[0]?.valor, nota.valorModificacion]).toEqual([m('2.70'), m('20.70')])
  })
  it('gives a label of 10.00 back as 10.00, also one of two', () => {
    const sold = factura('PVP', linea('2', '10.00'))
    const first = notaCreditoOf({ modo: 'PVP', factura: sold, previas: [], creditos: [{ linea: 0, cantidad: m('1') }] })
    expect(formatMonto(first.valorModificacion, 2)).toBe('10.00')
    const last = notaCreditoOf({ modo: 'PVP', factura: sold, previas: [first], creditos: [{ linea: 0, cantidad: m('1') }] })
    expect(formatMonto(last.valorModificacion, 2)).toBe('10.00')
    expect(last.totalSinImpuestos + first.totalSinImpuestos).toBe(sold.totalSinImpuestos)
  })
  it('credits an amount without units, at the rate of the line', () => {
    const sold = factura('NETO', linea('3', '10.00'))
    const nota = notaCreditoOf({ modo: 'NETO', factura: sold, previas: [], creditos: [{ linea: 0, monto: m('4.50') }] })
    expect(nota.lineas[0]).toMatchObject({
      cantidad: m('1'),
      precioUnitario: m('4.50'),
      precioTotalSinImpuesto: m('4.50'),
      soloMonto: true,
    })
    expect(saldoOf('NETO', sold, [nota]).lineas[0]).toMatchObject({ cantidad: m('3'), monto: m('25.50') })
  })
  it('gives back ICE with its line, and the VAT on it', () => {
    const sold = factura('NETO', linea('2', '100.00', { ice: { codigoPorcentaje: '3101', tarifa: m('10') } }))
    const nota = notaCreditoOf({ modo: 'NETO', factura: sold, previas: [], creditos: [{ linea: 0, cantidad: m('1') }] })
    expect(nota.totalConImpuestos.map((total) => [total.codigo, formatMonto(total.baseImponible), formatMonto(total.valor)])).toEqual([
      ['3', '100.00', '10.00'],
      ['2', '110.00', '16.50'],
    ])
    expect(formatMonto(nota.valorModificacion)).toBe('126.50')
  })
  it('beside a line of net 0.00 with specific ICE takes only its own IVA; the line of ICE takes the rest', () => {
    const free = linea('10', '0.00', { ice: { codigoPorcentaje: '3053', especifico: m('0.18') } })
    const sold = factura('NETO', linea('1', '100.00'), free)
    const first = notaCreditoOf({ modo: 'NETO', factura: sold, previas: [], creditos: [{ linea: 0, cantidad: m('1') }] })
    expect(
      first.totalConImpuestos
        .filter(({ codigo }) => codigo === '2')
        .map(({ baseImponible, valor }) => [formatMonto(baseImponible), formatMonto(valor)]),
    ).toEqual([['100.00', '15.00']])
    const last = notaCreditoOf({ modo: 'NETO', factura: sold, previas: [first], creditos: [{ linea: 1, cantidad: m('10') }] })
    expect([formatMonto(last.valorModificacion), saldoOf('NETO', sold, [first, last]).total]).toEqual(['2.07', 0])
  })
  it('lists only the rates it gives back', () => {
    const sold = factura('NETO', linea('1', '1.00'), linea('1', '2.00', { iva: { codigoPorcentaje: '0', tarifa: 0 } }))
    const nota = notaCreditoOf({ modo: 'NETO', factura: sold, previas: [], creditos: [{ linea: 1, cantidad: m('1') }] })
    expect(nota.totalConImpuestos.map((total) => total.codigoPorcentaje)).toEqual(['0'])
  })
  it.each([
    ['more units than remain', [{ linea: 0, cantidad: m('3.000001') }]],
    ['more money than remains', [{ linea: 0, monto: m('30.01') }]],
    ['nothing', [{ linea: 0, cantidad: 0 }]],
    [
      'a line twice',
      [
        { linea: 0, cantidad: m('1') },
        { linea: 0, cantidad: m('1') },
      ],
    ],
    ['a line that does not exist', [{ linea: 1, cantidad: m('1') }]],
  ])('refuses %s', (_, creditos) => {
    const sold = factura('NETO', linea('3', '10.00'))
    expect(checkCreditos(saldoOf('NETO', sold, []), creditos)).toHaveLength(1)
    expect(() => notaCreditoOf({ modo: 'NETO', factura: sold, previas: [], creditos })).toThrow(RangeError)
  })
})

describe('whatever the parts', () => {
  const anyLine = fc
    .record({
      cantidad: fc.integer({ min: 1, max: 20 }).map(fromUnits),
      precioUnitario: fc
        .oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 30_000_000 }) }, { weight: 1, arbitrary: fc.constant(0) })
        .map(montoOf),
      rebaja: fc.integer({ min: 0, max: 60 }),
      iva: fc.constantFrom(IVA15, { codigoPorcentaje: '5', tarifa: fromUnits(5) }, { codigoPorcentaje: '0', tarifa: 0 }),
      ice: fc.constantFrom(
        undefined,
        undefined,
        { codigoPorcentaje: '3101', tarifa: fromUnits(10) },
        { codigoPorcentaje: '3053', especifico: m('0.18') },
      ),
    })
    .map(({ rebaja, ice, ...rest }): LineaEntrada => ({
      ...rest,
      descuento: rebaja > 50 ? fromCents(Math.floor(multiplyToCents(rest.precioUnitario, rest.cantidad) / 20_000)) : 0,
      ...(ice ? { ice } : {}),
    }))
  const scenario = fc.record({
    modo: fc.constantFrom<ModoPrecio>('NETO', 'PVP'),
    lineas: fc.array(anyLine, { minLength: 1, maxLength: 5 }),
    notes: fc.array(fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 5, maxLength: 5 }), { maxLength: 12 }),
  })

  it('the last note takes exactly what is left, to the cent, tax by tax', () => {
    fc.assert(
      fc.property(scenario, ({ modo, lineas, notes }) => {
        const sold = totalesOf({ modo, lineas })
        const previas: NotaCreditoTotales[] = []
        const credit = (wanted: (at: number) => number): void => {
          const saldo = saldoOf(modo, sold, previas)
          const creditos = saldo.lineas.flatMap(({ cantidad }, at) => {
            const units = Math.min(cantidad, wanted(at))
            return units > 0 ? [{ linea: at, cantidad: units }] : []
          })
          if (creditos.length > 0) previas.push(notaCreditoOf({ modo, factura: sold, previas, creditos }))
        }
        for (const note of notes) credit((at) => fromUnits(note[at] ?? 0))
        credit(() => Number.MAX_SAFE_INTEGER)
        const left = saldoOf(modo, sold, previas)
        const rest = [
          left.total,
          ...left.totalConImpuestos.flatMap(({ baseImponible, valor }) => [baseImponible, valor]),
          ...left.lineas.flatMap(({ cantidad, monto }) => [cantidad, monto]),
        ]
        expect(rest.filter((one) => one !== 0)).toEqual([])
        const unsound = previas.filter(
          ({ valorModificacion, lineas: credited }) =>
            valorModificacion < 0 ||
            credited.some((one) => multiplyToCents(one.precioUnitario, one.cantidad) - one.descuento !== one.precioTotalSinImpuesto),
        )
        expect(unsound).toEqual([])
        const refused = (documento: Pick<NotaCreditoTotales, 'totalConImpuestos'>) =>
          documento.totalConImpuestos.filter(
            ({ codigo, baseImponible, valor, tarifa }) => codigo === '2' && Math.abs(valor - percentOf(baseImponible, tarifa)) > CENTAVO,
          )
        if (refused(sold).length === 0) expect(previas.flatMap(refused)).toEqual([])
      }),
      { numRuns: 1500 },
    )
  })
  it('of ten units given back one by one no part has VAT that the SRI refuses, and all together give it back', () => {
    for (const [modo, precio] of [
      ['NETO', '0.50'],
      ['PVP', '0.29'],
      ['PVP', '0.575'],
    ] as const) {
      const sold = factura(modo, linea('10', precio))
      const previas: NotaCreditoTotales[] = []
      for (let n = 0; n < 10; n++) previas.push(notaCreditoOf({ modo, factura: sold, previas, creditos: [{ linea: 0, cantidad: m('1') }] }))
      const off = previas.map(({ totalConImpuestos: [iva] }) => iva!.valor - percentOf(iva!.baseImponible, iva!.tarifa))
      expect(off.filter((one) => Math.abs(one) > CENTAVO)).toEqual([])
      expect(sum(previas.map(({ valorModificacion }) => valorModificacion))).toBe(sold.importeTotal)
    }
  })
})
