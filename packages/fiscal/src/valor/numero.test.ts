import { describe, expect, it } from 'vitest'

import {
  compactNumero,
  formatNumero,
  formatSecuencial,
  isCodigoEstablecimiento,
  isSecuencial,
  parseNumero,
  whyNotNumero,
} from './numero.ts'

describe('document number', () => {
  it('writes three parts with dashes, or fifteen digits', () => {
    const numero = { estab: '001', ptoEmi: '002', secuencial: 123 }
    expect(formatNumero(numero)).toBe('001-002-000000123')
    expect(compactNumero(numero)).toBe('001002000000123')
    expect(parseNumero('001-002-000000123')).toEqual(numero)
    expect(parseNumero('001002000000123')).toEqual(numero)
  })
  it.each([
    '1-2-3',
    '001-002-00000012',
    '001-002-0000001234',
    '001 002 000000123',
    '001-002-000000000',
    '000-002-000000123',
    '001-000-000000123',
    '000002000000123',
    '001-002000000123',
    '',
  ])('does not read «%s»', (text) => expect(parseNumero(text)).toBeUndefined())
  it.each(['001-002-000000000', '000-002-000000123', '001-000-000000123'])('says of «%s» that nobody counts from zero', (text) =>
    expect(whyNotNumero(text)).toBe('Establecimiento y punto van desde 001, y el secuencial desde 000000001.'),
  )
  it('says how a number is written', () =>
    expect(['001-002-000000123', '001002000000123'].map(whyNotNumero)).toEqual([
      undefined,
      'Escriba el número del comprobante como 001-001-000000001.',
    ]))
  it.each([0, -1, 1.5, 1_000_000_000, Number.NaN])('refuses the secuencial %s', (secuencial) => {
    expect(isSecuencial(secuencial)).toBe(false)
    expect(() => formatSecuencial(secuencial)).toThrow(RangeError)
  })
  it('reaches 999999999', () => expect(formatSecuencial(999_999_999)).toBe('999999999'))
  it('refuses malformed parts', () => {
    expect(() => formatNumero({ estab: '1', ptoEmi: '001', secuencial: 1 })).toThrow(/Establecimiento/)
    expect(() => formatNumero({ estab: '001', ptoEmi: '0001', secuencial: 1 })).toThrow(/Punto/)
    expect([isCodigoEstablecimiento('000'), isCodigoEstablecimiento('001')]).toEqual([false, true])
  })
})
