import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseEntrada } from './entrada.ts'
import { displayMonto, displayNumero, formatMonto, montoOf, parseMonto, plainMonto } from './monto.ts'

const anyMonto = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -3_000_000_000, max: 3_000_000_000 }))

describe('numbers as people type them (O-19)', () => {
  it.each([
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['1,250', '1250'],
    ['1,250,000', '1250000'],
    ['1.250.000', '1250000'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['12.345.678,9', '12345678.9'],
    ['1.250', '1.25'],
    ['0,125', '0.125'],
    ['1,25', '1.25'],
    ['1,2345', '1.2345'],
    ['$1,234.56', '1234.56'],
    ['"1,234.56"', '1234.56'],
    ['1 250', '1250'],
    ["1'234.50 USD", '1234.50'],
    [' $ 5 ', '5'],
    ['-3,5', '-3.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['12.', '12'],
    ['1,250.', '1250'],
    ['007', '7'],
    ['1250', '1250'],
    ['0', '0'],
    ['-$1,234.50', '-1234.5'],
  ])('reads «%s» as %s', (text, plain) => expect(parseEntrada(text)).toEqual({ ok: true, monto: parseMonto(plain) }))

  it('refuses the ambiguous with its two readings', () => {
    expect(parseEntrada('1234,567')).toEqual({
      ok: false,
      problem: '¿Quiso decir 1,234.567 o 1,234,567?',
      readings: [1_234_567_000, 1_234_567_000_000],
    })
    expect(parseEntrada('-1234,567')).toMatchObject({ readings: [-1_234_567_000, -1_234_567_000_000] })
  })
  it.each([
    '',
    ' ',
    'abc',
    '1,2,3',
    '1,23.5',
    '12,34,567',
    '1.2.3',
    '1,234.5.6',
    '1.234,5,6',
    '1 25',
    '12 34.5',
    '"',
    '--1',
    '1-',
    '.',
    ',',
    '$',
    '1e3',
    '12.5a',
    '1.23,456',
    '٣',
  ])('refuses «%s»', (text) => expect(parseEntrada(text)).toEqual({ ok: false, problem: 'Ingrese un número válido.' }))
  it('counts the decimals typed', () => {
    expect(parseEntrada('1.234', 2)).toEqual({ ok: false, problem: 'Este campo lleva máximo 2 decimales.' })
    expect(parseEntrada('1,250', 0)).toEqual({ ok: true, monto: 1_250_000_000 })
    expect(parseEntrada('1.5', 0)).toEqual({ ok: false, problem: 'Este campo no lleva decimales.' })
    expect(parseEntrada('1.1234567')).toMatchObject({ ok: false })
  })
  it('refuses what leaves the range', () =>
    expect(parseEntrada('9007199255')).toEqual({ ok: false, problem: 'El número es demasiado grande.' }))
  it('reads back whatever an editable field or a display shows', () => {
    fc.assert(
      fc.property(anyMonto, (monto) => {
        for (const shown of [
          plainMonto(monto),
          plainMonto(monto, 2),
          formatMonto(monto, 6),
          displayNumero(monto),
          displayMonto(montoOf(monto), 6),
        ])
          expect(parseEntrada(shown)).toEqual({ ok: true, monto })
      }),
      { numRuns: 1500 },
    )
  })
  it('never throws', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-$ 0-9.,]{0,20}$/), (text) => {
        expect(typeof parseEntrada(text).ok).toBe('boolean')
      }),
      { numRuns: 2000 },
    )
  })
})
