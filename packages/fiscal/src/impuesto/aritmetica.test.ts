import { describe, expect, it } from 'vitest'

import { checkAritmetica, type DocumentoAritmetica } from './aritmetica.ts'
import type { LineaEntrada } from './linea.ts'
import { fromUnits, parseMonto } from '../valor/monto.ts'
import { totalesOf, type ModoPrecio } from './totales.ts'

const m = (text: string) => parseMonto(text)!
const HOY = '2026-11-20'
const IVA15 = { codigoPorcentaje: '4', tarifa: fromUnits(15) }
const lineas: LineaEntrada[] = [
  { cantidad: m('3'), precioUnitario: m('19.99'), descuento: m('5.97'), iva: IVA15 },
  {
    cantidad: m('2'),
    precioUnitario: m('100'),
    iva: IVA15,
    ice: { codigoPorcentaje: '3101', tarifa: fromUnits(10) },
    irbpnr: { tarifa: m('0.02') },
  },
  { cantidad: m('1'), precioUnitario: m('4'), iva: { codigoPorcentaje: '0', tarifa: 0 } },
]
const documentoOf = (modo: ModoPrecio): DocumentoAritmetica => {
  const { lineas: detalles, totalSinImpuestos, totalConImpuestos } = totalesOf({ modo, lineas })
  return { detalles, totalSinImpuestos, totalConImpuestos }
}
const base = documentoOf('NETO')
const changeDetalle = (at: number, change: (detalle: DocumentoAritmetica['detalles'][number]) => object): DocumentoAritmetica => ({
  ...base,
  detalles: base.detalles.map((detalle, n) => (n === at ? { ...detalle, ...change(detalle) } : detalle)),
})
const changeTotal = (at: number, extra: object): DocumentoAritmetica => ({
  ...base,
  totalConImpuestos: base.totalConImpuestos.map((total, n) => (n === at ? { ...total, ...extra } : total)),
})

describe('arithmetic of a finished document (ficha técnica, tabla 21; error 52)', () => {
  it.each(['NETO', 'PVP'] as const)('has no objection to what totalesOf gives in %s mode', (modo) =>
    expect(checkAritmetica(documentoOf(modo), HOY)).toEqual([]),
  )
  it('reads a nota de crédito, whose totals carry no rate', () => {
    expect(
      checkAritmetica({ ...base, totalConImpuestos: base.totalConImpuestos.map(({ tarifa: _tarifa, ...total }) => total) }, HOY),
    ).toEqual([])
  })
  it('takes a VAT within the cent of the parameter toleranciaIva, and not two', () => {
    const valor = base.totalConImpuestos[0]?.valor ?? 0
    expect(checkAritmetica(changeTotal(0, { valor: valor + m('0.01') }), HOY)).toEqual([])
    expect(checkAritmetica(changeTotal(0, { valor: valor + m('0.02') }), HOY).map((one) => one.campo)).toEqual([
      'totalConImpuestos.0.valor',
    ])
  })
  it('marks as slight a cent in a line or a base and a missing entry of 0 %, and nothing more than that (O-120)', () => {
    const neto = base.detalles[2]?.precioTotalSinImpuesto ?? 0
    const levesOf = (documento: DocumentoAritmetica) => checkAritmetica(documento, HOY).map(({ leve = false }) => leve)
    const total = base.totalConImpuestos[0]?.baseImponible ?? 0
    for (const [cents, leve] of [
      ['0.01', true],
      ['-0.01', true],
      ['0.02', false],
      ['1', false],
    ] as const) {
      expect(levesOf(changeTotal(0, { baseImponible: total + m(cents) })).includes(false), cents).toBe(!leve)
      const cambiado = levesOf(changeDetalle(2, () => ({ precioTotalSinImpuesto: neto + m(cents) })))
      expect([cambiado.length, cambiado.includes(false)], cents).toEqual([3, !leve])
    }
    expect(levesOf({ ...base, totalConImpuestos: base.totalConImpuestos.filter((one) => one.codigoPorcentaje !== '0') })).toEqual([true])
    expect(levesOf({ ...base, totalConImpuestos: base.totalConImpuestos.filter((one) => one.codigoPorcentaje !== '4') })).toEqual([false])
  })
  it.each<[string, DocumentoAritmetica, string[]]>([
    ['quantity × price − discount', changeDetalle(0, () => ({ cantidad: m('4') })), ['detalles.0.precioTotalSinImpuesto']],
    ['subtotal is the sum of the lines', { ...base, totalSinImpuestos: m('1') }, ['totalSinImpuestos']],
    ['a line without IVA', changeDetalle(2, () => ({ impuestos: [] })), ['detalles.2.impuestos', 'totalConImpuestos.3.baseImponible']],
    [
      'IVA base without the ICE',
      changeDetalle(1, ({ impuestos }) => ({
        impuestos: impuestos.map((one) => (one.codigo === '2' ? { ...one, baseImponible: m('200') } : one)),
      })),
      ['detalles.1.impuestos', 'totalConImpuestos.0.baseImponible'],
    ],
    [
      'IVA base with the IRBPNR',
      changeDetalle(1, ({ impuestos }) => ({
        impuestos: impuestos.map((one) => (one.codigo === '2' ? { ...one, baseImponible: m('220.04') } : one)),
      })),
      ['detalles.1.impuestos', 'totalConImpuestos.0.baseImponible'],
    ],
    [
      'two entries of one rate',
      { ...base, totalConImpuestos: [...base.totalConImpuestos, ...base.totalConImpuestos.slice(0, 1)] },
      [`totalConImpuestos.${base.totalConImpuestos.length}`],
    ],
    [
      'an entry missing, also that of 0 %',
      { ...base, totalConImpuestos: base.totalConImpuestos.filter((one) => one.codigoPorcentaje !== '0') },
      ['totalConImpuestos'],
    ],
  ])('%s', (_, documento, campos) => expect(checkAritmetica(documento, HOY).map((one) => one.campo)).toEqual(campos))
})
