import { expect, it } from 'vitest'

import { toBase32 } from './base32.ts'
import { hashOfCodigo, newCodigos } from './codigo-recuperacion.ts'
import { loadQr } from '../../http/qr.ts'
import { codigoOf, newSecreto, pasoAt, pasoOf } from './totp.ts'

// Both standards use this secret; RFC 6238 writes eight digits, of which these are the last six.
const SECRETO = Buffer.from('12345678901234567890')

it('O-103 computes the ten codes of RFC 4226, appendix D', () => {
  expect(Array.from({ length: 10 }, (_, counter) => codigoOf(SECRETO, counter))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('O-103 computes the code of RFC 6238, appendix B, at %i seconds', (seconds, codigo) => {
  const instant = new Date(seconds * 1000)
  expect(codigoOf(SECRETO, pasoAt(instant))).toBe(codigo)
  expect(pasoOf(SECRETO, codigo, instant)).toBe(Math.floor(seconds / 30))
})

it('O-103 takes the step before and the one after, and no other', () => {
  const instant = new Date('2026-06-15T15:00:10Z')
  const now = pasoAt(instant)
  expect([-2, -1, 0, 1, 2].map((away) => pasoOf(SECRETO, codigoOf(SECRETO, now + away), instant))).toEqual([
    undefined,
    now - 1,
    now,
    now + 1,
    undefined,
  ])
})

it.each(['', '12345', '1234567', '28708a', '２８７０８２'])('takes six plain digits and not «%s»', (codigo) => {
  expect(pasoOf(SECRETO, codigo, new Date(59_000))).toBeUndefined()
})

it('writes base32 as RFC 4648 does, without padding', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))
  expect(texts).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

it('makes secrets of 160 bits and ten recovery codes of 120, read however they are typed', () => {
  expect([newSecreto().length, newSecreto().equals(newSecreto())]).toEqual([20, false])
  const codigos = newCodigos()
  expect([new Set(codigos).size, codigos.every((codigo) => /^[A-Z2-7]{6}(-[A-Z2-7]{6}){3}$/.test(codigo))]).toEqual([10, true])
  const [codigo = ''] = codigos
  for (const typed of [
    codigo.toLowerCase(),
    codigo.replaceAll('-', ' '),
    codigo.replaceAll('-', '').replaceAll('O', '0').replaceAll('I', '1'),
  ])
    expect(hashOfCodigo(typed)).toEqual(hashOfCodigo(codigo))
})

it('draws the QR as modules of one unit, with its three corners', async () => {
  const { lado, trazo } = await loadQr('otpauth://totp/Yupana:ana?secret=MZXW6YTBOI&issuer=Yupana')
  expect(lado).toBeGreaterThanOrEqual(25)
  for (const corner of ['M0 0h1v1h-1z', `M${lado - 1} 0h1v1h-1z`, `M0 ${lado - 1}h1v1h-1z`]) expect(trazo).toContain(corner)
  expect(trazo).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
})
