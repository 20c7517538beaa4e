import { describe, expect, it } from 'vitest'

import { checkTexto, conPunto, lengthOf, normalizeTexto } from './texto.ts'

const char = (code: number): string => String.fromCodePoint(code)

it('a sentence that ends with a name has one dot', () => {
  expect(['DEMO S.A.', 'DEMO', 'ANDES Cía. Ltda'].map(conPunto)).toEqual(['DEMO S.A.', 'DEMO.', 'ANDES Cía. Ltda.'])
})

describe('fiscal text (O-111)', () => {
  it('counts code points: 300 pass and 301 fail, also outside the basic plane', () => {
    for (const letter of ['a', 'ñ', char(0x1f600)]) {
      expect(checkTexto(letter.repeat(300), { max: 300 })).toBeUndefined()
      expect(checkTexto(letter.repeat(301), { max: 300 })).toBe('300 caracteres máximos.')
    }
    expect(lengthOf(`a${char(0x1f600)}${char(0xd800)}b`)).toBe(4)
  })
  it.each(['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f'])('refuses the line break %j', (mark) => {
    expect(checkTexto(`a${mark}b`)).toBe('No se permiten saltos de línea.')
  })
  it.each([
    0x0, 0x7, 0x9, 0x1b, 0x7f, 0x9f, 0xad, 0x200b, 0x202e, 0xfeff, 0xe000, 0xd800, 0xdfff, 0xfdd0, 0xfffe, 0xffff, 0x1fffe, 0x10ffff,
    0xf0000,
  ])('refuses U+%#x by its code', (code) => {
    expect(checkTexto(`a${char(code)}b`)).toMatch(new RegExp(`U\\+0*${code.toString(16)} `, 'i'))
  })
  it.each(['Ñandú & Cía. <S.A.> "x" \'y\'', 'café – 100 %', char(0x1f600), 'a\u00a0b'])('accepts «%s»', (text) => {
    expect(checkTexto(text, { min: 1, max: 50 })).toBeUndefined()
  })
  it('names the character that the font lacks', () => {
    const isPrintable = (character: string): boolean => character.charCodeAt(0) < 256
    expect(checkTexto('piña', { isPrintable })).toBeUndefined()
    expect(checkTexto('piña 漢', { isPrintable })).toBe('El carácter «漢» (U+6F22) no se puede imprimir.')
  })
  it('asks for what is required and for a minimum', () => {
    expect(checkTexto('', { min: 1 })).toBe('Este campo es requerido.')
    expect(checkTexto('')).toBeUndefined()
    expect(checkTexto('ab', { min: 3 })).toBe('3 caracteres mínimos.')
    expect(checkTexto(' a')).toBe('No se permiten espacios al inicio ni al final.')
  })
  it('normalises what people type: trims, one space, composed accents', () => {
    expect(normalizeTexto('  dos\t \n palabras  ')).toBe('dos palabras')
    expect(normalizeTexto('n\u0303')).toBe('ñ')
  })
})
