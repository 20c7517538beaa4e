import { describe, expect, it } from 'vitest'

import { parseMonto } from '../valor/monto.ts'
import { costosDeCompra, repartirPorPeso, type CompraCosteada } from './costo-compra.ts'

const m = (text: string) => parseMonto(text)!
const iva = (codigoPorcentaje: string, base: string, valor: string) => ({ codigo: '2', codigoPorcentaje, base: m(base), valor: m(valor) })
const ice = (valor: string) => ({ codigo: '3', codigoPorcentaje: '3011', base: m('0'), valor: m(valor) })
const compra = (change: Partial<CompraCosteada> = {}): CompraCosteada => ({
  sustento: '06',
  impuestos: [iva('4', '100', '15')],
  lineas: [
    { base: m('60'), esMercaderia: true },
    { base: m('30'), esMercaderia: true },
    { base: m('10'), esMercaderia: false },
  ],
  adicional: 0,
  ...change,
})

describe('what the goods of a purchase cost (O-71)', () => {
  it('without the IVA that is credit; with it where the support gives none', () => {
    expect(costosDeCompra(compra())).toEqual([m('60'), m('30'), 0])
    expect(costosDeCompra(compra({ sustento: '02' }))).toEqual([m('69'), m('34.50'), 0])
    const propios = compra({
      sustento: '02',
      lineas: [
        { base: m('60'), iva: m('15'), esMercaderia: true },
        { base: m('40'), iva: 0, esMercaderia: true },
      ],
    })
    expect(costosDeCompra(propios)).toEqual([m('75'), m('40')])
  })

  it('ICE and IRBPNR are cost under every support', () => {
    expect(costosDeCompra(compra({ impuestos: [iva('4', '110', '16.50'), ice('10')] }))).toEqual([m('66'), m('33'), 0])
  })

  it('freight is spread over the goods by value, to the cent, the rest to the largest', () => {
    expect(costosDeCompra(compra({ adicional: m('10') }))).toEqual([m('66.67'), m('33.33'), 0])
    expect(repartirPorPeso(m('0.05'), [m('1'), m('1'), m('1')])).toEqual([m('0.01'), m('0.02'), m('0.02')])
    expect(repartirPorPeso(m('100'), [m('1'), m('1'), m('1')])).toEqual([m('33.34'), m('33.33'), m('33.33')])
    expect(costosDeCompra(compra({ adicional: m('10'), lineas: [{ base: m('5'), esMercaderia: false }] }))).toEqual([0])
  })

  it('a base of six decimals is rounded once, half up', () => {
    expect(costosDeCompra(compra({ lineas: [{ base: m('1.005'), esMercaderia: true }] }))).toEqual([m('1.01')])
  })

  it('the IVA of the document, rate by rate, whatever lines say or leave out of it', () => {
    const impuestos = [iva('4', '60', '9'), iva('0', '40', '0')]
    const lineas = [
      { base: m('60'), codigoPorcentaje: '4', esMercaderia: true },
      { base: m('40'), codigoPorcentaje: '0', esMercaderia: true },
    ]
    expect(costosDeCompra(compra({ sustento: '02', impuestos, lineas }))).toEqual([m('69'), m('40')])
    // Only some lines of the document are listed: the others bear their own part.
    expect(costosDeCompra(compra({ sustento: '02', lineas: [{ base: m('60'), esMercaderia: true }] }))).toEqual([m('69')])
    const conIce = compra({
      sustento: '02',
      impuestos: [iva('4', '110', '16.50'), ice('10')],
      lineas: [{ base: m('60'), esMercaderia: true }],
    })
    expect(costosDeCompra(conIce)).toEqual([m('75.90')])
    // IVA rounded line by line, or with too large a sum: the document's IVA is spread.
    const dichos = (...ivas: string[]) =>
      costosDeCompra(
        compra({
          sustento: '02',
          impuestos: [iva('4', '0.66', '0.10')],
          lineas: ivas.map((one) => ({ base: m('0.33'), iva: m(one), esMercaderia: true })),
        }),
      )
    expect(dichos('0.05', '0.05')).toEqual([m('0.38'), m('0.38')])
    expect(dichos('0.05', '0.04')).toEqual([m('0.39'), m('0.37')])
    expect(dichos('50', '50')).toEqual([m('0.38'), m('0.38')])
  })
})
