import { describe, expect, it } from 'vitest'

import { PASSWORD_BAR, isDigits, isDigitsOrEmpty, isEmail, isPlaca, isUuid, passwordStrength } from './validacion.ts'

describe('patterns', () => {
  it('R-5.2.1 e-mail: local part of 64 passes, 65 fails, 0 fails', () => {
    expect(isEmail(`${'a'.repeat(64)}@x.ec`)).toBe(true)
    expect(isEmail(`${'a'.repeat(65)}@x.ec`)).toBe(false)
    expect(isEmail('@x.ec')).toBe(false)
  })
  it('R-5.2.2 e-mail: top-level part of 2 to 63 letters', () => {
    expect(isEmail('a@x.ec')).toBe(true)
    expect(isEmail(`a@x.${'c'.repeat(63)}`)).toBe(true)
    for (const tld of ['c', 'c'.repeat(64), '12', 'e1']) expect(isEmail(`a@x.${tld}`)).toBe(false)
  })
  it.each(['a b@x.ec', 'a@x', 'a@@x.ec', 'a@-x.ec', 'a..b@x.ec', '.a@x.ec', 'a@x..ec', 'a@x.ec\n', 'a@x.ec, b@x.ec', ''])(
    'refuses the e-mail %j',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )
  it.each(['maria.perez+facturas@correo.empresa.com.ec', "o'neil@x.co", 'ñ@x.ec'])('accepts the e-mail %s', (text) =>
    expect(isEmail(text)).toBe(true),
  )
  it('does not stall on a long hostile e-mail', () => {
    const started = performance.now()
    isEmail(`${'a@'.repeat(50_000)}x`)
    isEmail(`a@${'a.'.repeat(120)}1`)
    // A pattern that backtracks would take minutes.
    expect(performance.now() - started).toBeLessThan(2_000)
  })
  it('R-5.2.3 UUID versions 1 to 5 pass; 0, 6, 7 and malformed fail', () => {
    for (const version of [1, 2, 3, 4, 5]) expect(isUuid(`00000000-0000-${version}000-8000-000000000000`)).toBe(true)
    for (const version of [0, 6, 7]) expect(isUuid(`00000000-0000-${version}000-8000-000000000000`)).toBe(false)
    for (const bad of [
      '',
      '00000000-0000-4000-7000-000000000000',
      '000000000000400080000000000000000',
      '{00000000-0000-4000-8000-000000000000}',
    ])
      expect(isUuid(bad)).toBe(false)
  })
  it('R-5.2.4 plates', () => {
    for (const placa of ['ABC-123', 'ABC-1234', 'ABCD-123']) expect(isPlaca(placa)).toBe(true)
    for (const placa of ['AB-123', 'ABCDE-123', 'ABC123', 'ABC-12', 'AB1-123', ' ABC-123']) expect(isPlaca(placa)).toBe(false)
  })
  it('R-5.2.5 R-5.2.6 digits', () => {
    expect(isDigits('0123')).toBe(true)
    for (const bad of ['12a', '1.2', '', '-1', '٣', '1\n']) expect(isDigits(bad)).toBe(false)
    expect([isDigitsOrEmpty(''), isDigitsOrEmpty('1'), isDigitsOrEmpty('1.')]).toEqual([true, true, false])
  })
})

describe('password meter', () => {
  it.each([
    ['R-5.4.1', 'Abcdefg1', 'strong'],
    ['R-5.4.2', 'Abcdef1', 'medium'],
    ['R-5.4.3', 'abc123', 'medium'],
    ['R-5.4.4', 'abcdef', 'weak'],
    ['R-5.4.5', 'Ab1', 'weak'],
    ['R-5.4.6', '!!!!!!!!', 'weak'],
    ['R-5.4.7', '', 'empty'],
    ['R-9.24', 'Abc1!', 'weak'],
    ['R-9.24', 'abcdefgh1', 'medium'],
  ])('%s «%s» is %s', (_, password, strength) => expect(passwordStrength(password)).toBe(strength))
  it('shows a third, two thirds and all of the bar', () =>
    expect(PASSWORD_BAR).toEqual({ empty: 0, weak: 33.33, medium: 66.66, strong: 100 }))
})
