import '../../lib/formato/zod.ts'

import { describe, expect, it } from 'vitest'

import { entradaOf, montoEntrada, montoEntradaOpcional, tidyEntrada } from './monto-entrada.ts'

const read = (
  text: string,
  schema: { safeParse: (text: string) => { success: boolean; data?: unknown; error?: { issues: { message: string }[] } } } = montoEntrada(),
) => {
  const result = schema.safeParse(text)
  return result.success ? result.data : result.error?.issues[0]?.message
}

describe('amounts as people type them', () => {
  it.each([
    ['12.5', 12_500_000],
    ['12,5', 12_500_000],
    ['1,250', 1_250_000_000],
    ['1.234,56', 1_234_560_000],
    [' $3 ', 3_000_000],
    ['"1,234.56"', 1_234_560_000],
    ['"$12,345.678901"', 12_345_678_901],
    ['1 234,50', 1_234_500_000],
    ['1\u00a0234.50 USD', 1_234_500_000],
    ['0.000001', 1],
  ])('O-19 R-9.15 %s is %i millionths', (text, monto) => expect(read(text)).toBe(monto))

  it.each([
    ['', 'Este campo es requerido.'],
    ['abc', 'Ingrese un número válido.'],
    ['1.1234567', 'Este campo lleva máximo 6 decimales.'],
    ['-1', 'Tiene que ser como mínimo 0.'],
    ['1234,567', '¿Quiso decir 1,234.567 o 1,234,567?'],
    ['9'.repeat(20), 'El número es demasiado grande.'],
  ])('O-19 R-5.1.7 «%s» is refused: %s', (text, message) => expect(read(text)).toBe(message))

  it('an optional amount may be empty', () =>
    expect([read(' ', montoEntradaOpcional()), read('2', montoEntradaOpcional())]).toEqual([null, 2_000_000]))

  it('O-19 shows no thousands mark while it is edited, and reads back as itself', () => {
    expect([entradaOf(1_234_500_000), entradaOf(1_125_000), entradaOf(2_000_000, 0), entradaOf(null)]).toEqual([
      '1234.50',
      '1.125',
      '2',
      '',
    ])
    expect([tidyEntrada('12,5', 2), tidyEntrada('doce', 2)]).toEqual(['12.50', 'doce'])
  })
})
