import { describe, expect, it } from 'vitest'

import { explainClave } from './clave-explicada.ts'

const BUENA = '2011202601179001234400110010010000000011234567811'
const change = (at: number, text: string) => BUENA.slice(0, at) + text + BUENA.slice(at + text.length)

describe('explainClave', () => {
  it('says what each part is', () => {
    const { valida, partes } = explainClave(BUENA)
    expect(valida).toBe(true)
    expect(partes.map(({ valor }) => valor).join('')).toBe(BUENA)
    expect(partes.find(({ nombre }) => nombre === 'Tipo')?.significado).toBe('FACTURA')
  })

  it.each([
    ['another digit', change(30, '9'), /dígito verificador es 1 y debe ser \d/],
    ['a day that does not exist', change(0, '31022026'), /\(31022026\) no son una fecha/],
    ['a type that does not exist', change(8, '02'), /tipo 02/],
    ['a RUC that is none', change(10, '9999999999000'), /RUC 9999999999000 no es válido/],
    ['an environment that does not exist', change(23, '3'), /ambiente 3/],
    ['contingency', change(47, '2'), /emisión 2/],
    ['a missing digit', BUENA.slice(1), /Tiene 48 dígitos/],
    ['letters', `${BUENA.slice(1)}A`, /otros caracteres/],
  ])('refuses %s', (_what, clave, problema) => {
    const { valida, problemas } = explainClave(clave)
    expect(valida).toBe(false)
    expect(problemas.join('\n')).toMatch(problema)
  })
})
