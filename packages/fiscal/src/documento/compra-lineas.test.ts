import { describe, expect, it } from 'vitest'

import { parseMonto } from '../valor/monto.ts'
import { checkLineasCompra } from './compra-lineas.ts'

const m = (text: string) => parseMonto(text)!
const HOY = '2026-10-01'
const iva = (codigoPorcentaje: string, base: string, valor: string) => ({ codigo: '2', codigoPorcentaje, base: m(base), valor: m(valor) })
const ice = (valor: string) => ({ codigo: '3', codigoPorcentaje: '3011', base: m('0'), valor: m(valor) })
const linea = (base: string, suIva?: string, codigoPorcentaje?: string) => ({
  base: m(base),
  ...(suIva !== undefined && { iva: m(suIva) }),
  codigoPorcentaje,
})
const DOS = [iva('4', '60', '9'), iva('0', '40', '0')]
const check = (impuestos: Parameters<typeof checkLineasCompra>[0], ...lineas: ReturnType<typeof linea>[]) =>
  checkLineasCompra(impuestos, lineas, HOY).map(({ campo, mensaje }) => `${campo}: ${mensaje}`)

describe('the lines of a purchase beside its document', () => {
  it('are no more than it; fewer are some of it', () => {
    expect(check(DOS, linea('60'))).toEqual([])
    expect(check(DOS, linea('100.02'))).toEqual(['lineas: Las líneas suman $100.02, más que las bases sin ICE, $100.00.'])
    expect(check([iva('4', '110', '16.50'), ice('10')], linea('101'))).toEqual([
      'lineas: Las líneas suman $101.00, más que las bases sin ICE, $100.00.',
    ])
    expect(check(DOS, linea('60', undefined, '0'), linea('40', undefined, '4'))).toEqual([
      'lineas: Las líneas de IVA 0% suman $60.00 y el comprobante dice $40.00 en esa tarifa.',
    ])
  })

  it('have its IVA, rate by rate', () => {
    expect(check(DOS, linea('60', '9', '4'), linea('40', '0', '0'))).toEqual([])
    expect(check(DOS, linea('60', '9', '4'), linea('40', '1', '0'))).toEqual([
      'lineas: Las líneas de IVA 0% tienen $1.00 de IVA y el comprobante dice $0.00.',
    ])
    expect(check(DOS, linea('60', '8', '4'), linea('40', '0', '0'))).toEqual([
      'lineas: Las líneas de IVA 15% tienen $8.00 de IVA y el comprobante dice $9.00.',
    ])
    expect(check(DOS, linea('60', '8'), linea('40', '0'))).toEqual(['lineas: Las líneas tienen $8.00 de IVA y el comprobante dice $9.00.'])
    expect(check([iva('4', '100', '15')], linea('50', '15'), linea('50', '0'))).toEqual([
      'lineas.0.iva: El IVA de esta línea debe ser el 15% de $50.00.',
      'lineas.1.iva: El IVA de esta línea debe ser el 15% de $50.00.',
    ])
  })

  it('may be rounded one by one, and have an ICE of which only the document tells', () => {
    expect(check([iva('4', '0.66', '0.10')], linea('0.33', '0.05'), linea('0.33', '0.04'))).toEqual([])
    expect(check([iva('4', '110', '16.50'), ice('10')], linea('50', '9'), linea('50', '7.50'))).toEqual([])
    expect(check([iva('4', '110', '16.50'), ice('10')], linea('50', '9.50'), linea('50', '7'))).toEqual([
      'lineas.1.iva: El IVA de esta línea debe ser el 15% de $50.00.',
    ])
  })
})
