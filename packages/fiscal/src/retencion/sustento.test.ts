import { describe, expect, it } from 'vitest'

import { nombreComprobanteAts } from '../documento/comprobante-ats.ts'
import { checkSustento, proveedoresAts, sustentoAdmits, sustentosOf } from './sustento.ts'
import { readReferencia } from '../testing/referencia.ts'

const HOY = '2026-11-20'

describe('tipo de sustento × tipo de comprobante (ATS, tablas 4 y 5)', () => {
  it.each([
    ['01', '01', true],
    ['06', '03', true],
    ['01', '02', false],
    ['03', '02', false],
    ['06', '02', false],
    ['02', '02', true],
    ['10', '19', true],
    ['10', '01', false],
    ['12', '42', true],
    ['09', '45', true],
    ['00', '01', false],
  ])('sustento %s admits comprobante %s: %s', (codSustento, codDoc, admits) => {
    expect(sustentoAdmits(codSustento, codDoc, HOY)).toBe(admits)
    expect(checkSustento(codSustento, codDoc, HOY, 'docsSustento.0')).toHaveLength(admits ? 0 : 1)
  })
  it('follows the day: 00 ended on 2015-02-28, 15 began on 2020-06-01', () => {
    expect([sustentoAdmits('00', '01', '2015-02-28'), sustentoAdmits('00', '01', '2015-03-01')]).toEqual([true, false])
    expect([sustentoAdmits('15', '01', '2020-05-31'), sustentoAdmits('15', '01', '2020-06-01')]).toEqual([false, true])
  })
  it('names the field and what is wrong', () => {
    expect(checkSustento('01', '02', HOY, 'docsSustento.2')).toEqual([
      { campo: 'docsSustento.2.codSustento', mensaje: 'El sustento 01 no admite el comprobante 02 (Nota o boleta de venta).' },
    ])
    expect(checkSustento('01', '99', HOY, 'docsSustento.2')[0]?.campo).toBe('docsSustento.2.codDocSustento')
    expect(nombreComprobanteAts('03')).toContain('Liquidación de compra')
  })
})

describe('the catalogues of the reference', () => {
  interface Sustento {
    codigo: string
    tiposComprobante: string[]
  }
  interface Comprobante {
    codigo: string
    sustentos: string[]
    secuencialesTransaccion: string[]
  }
  const { tabla5_sustentos: tabla5, tabla4_tiposComprobante: tabla4 } = readReferencia<{
    tabla5_sustentos: Sustento[]
    tabla4_tiposComprobante: Comprobante[]
  }>('tributacion/catalogs/ats-tablas.json')
  it.each(tabla5.map((one) => [one.codigo, one] as const))('table 5, sustento %s', (codigo, { tiposComprobante }) => {
    expect(
      tabla4
        .map((one) => one.codigo)
        .filter((codDoc) => sustentoAdmits(codigo, codDoc, HOY))
        .sort(),
    ).toEqual([...tiposComprobante].sort())
  })
  // 375 expired in 2021 (tributacion/README §2).
  it.each(tabla4.filter((one) => one.codigo !== '375').map((one) => [one.codigo, one] as const))(
    'table 4, comprobante %s',
    (codigo, { sustentos }) => {
      expect(nombreComprobanteAts(codigo)).toBeDefined()
      expect(
        sustentosOf(codigo, HOY)
          .map((one) => one.codigo)
          .sort(),
      ).toEqual([...sustentos].sort())
    },
  )
  it('table 4, which suppliers a kind admits: those that are not named admit all three, or none', () => {
    const named = new Map(proveedoresAts().map(({ tipo, identificaciones }) => [tipo, identificaciones]))
    const todos = ['04', '05', '06', '08']
    const DE_TABLA: Record<string, string[]> = { '01': ['04'], '02': ['05'], '03': ['06', '08'] }
    for (const { codigo, secuencialesTransaccion } of tabla4) {
      const admitidos = secuencialesTransaccion.flatMap((one) => DE_TABLA[one] ?? [])
      expect([codigo, named.get(codigo) ?? todos]).toEqual([codigo, admitidos.length === 0 ? todos : admitidos])
    }
  })
  it('every purchase of the month has a valid pair', () => {
    const { compras } = readReferencia<{ compras: { tipo: string; sustento: string; fecha: string }[] }>(
      'tributacion/vectors/mes-2026-09.json',
    )
    for (const { tipo, sustento, fecha } of compras) expect(sustentoAdmits(sustento, tipo, fecha)).toBe(true)
  })
})
