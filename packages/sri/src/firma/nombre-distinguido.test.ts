import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readCertificado } from './certificado.ts'
import { leerP12 } from './fixtures/fixtures.ts'
import { type NombreDistinguido, readableNombre, sameNombre, toRfc2253 } from './nombre-distinguido.ts'

const nombre = (...attributes: readonly (readonly [string, string])[]): NombreDistinguido =>
  attributes.map(([oid, valor]) => [{ oid, valor, der: utf8String(valor) }])

function utf8String(text: string): Buffer {
  const content = Buffer.from(text)
  return Buffer.concat([
    Buffer.from(content.length < 128 ? [0x0c, content.length] : [0x0c, 0x82, content.length >> 8, content.length & 0xff]),
    content,
  ])
}

describe('toRfc2253', () => {
  it.each([
    [
      'a comma, as in many company names',
      [
        ['2.5.4.6', 'EC'],
        ['2.5.4.10', 'Lazzate Cia. Ltda.'],
        ['2.5.4.3', 'AC, Quito'],
      ],
      'CN=AC\\, Quito,O=Lazzate Cia. Ltda.,C=EC',
    ],
    ['plus, equals, quotes, angles, semicolon, hash and backslash', [['2.5.4.3', '+="<>;#\\']], 'CN=\\+\\=\\"\\<\\>\\;\\#\\\\'],
    ['spaces at both ends', [['2.5.4.3', '  a b ']], 'CN=\\ \\ a b\\ '],
    ['an e-mail', [['1.2.840.113549.1.9.1', 'a@b.ec']], '1.2.840.113549.1.9.1=#0c066140622e6563'],
    ['organizationIdentifier', [['2.5.4.97', 'VATEC-1']], '2.5.4.97=#0c0756415445432d31'],
    ['serialNumber', [['2.5.4.5', '1']], '2.5.4.5=#0c0131'],
  ] as const)('writes %s', (_what, attributes, expected) => {
    expect(toRfc2253(nombre(...attributes))).toBe(expected)
  })

  it('writes a relative name of several attributes with plus signs', () => {
    expect(
      toRfc2253([
        nombre(['2.5.4.3', 'A'])
          .flat()
          .concat(nombre(['2.5.4.11', 'B']).flat()),
      ]),
    ).toBe('CN=A+OU=B')
  })
})

describe('sameNombre', () => {
  const oids = fc.constantFrom('2.5.4.3', '2.5.4.6', '2.5.4.10', '2.5.4.11', '1.2.840.113549.1.9.1', '2.5.4.97', '2.5.4.5', '1.3.6.1.4.1.9')
  const text = fc.string({ unit: fc.constantFrom(...'aB1 ,+="<>;#\\ñÑ€😀\n/@.'), minLength: 1, maxLength: 12 })
  const nombres = fc.array(fc.tuple(oids, text), { minLength: 1, maxLength: 5 }).map((attributes) => nombre(...attributes))

  it('takes back whatever we write, in either order', () => {
    fc.assert(
      fc.property(nombres, (one) => {
        expect(sameNombre(toRfc2253(one), one)).toBe(true)
        expect(sameNombre(toRfc2253([...one].reverse()), one)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('tells another name apart', () => {
    fc.assert(
      fc.property(nombres, (one) => {
        expect(sameNombre(`${toRfc2253(one)}x`, one)).toBe(false)
        expect(sameNombre(`CN=z,${toRfc2253(one)}`, one)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    'CN=AC DE PRUEBAS UANATACA, E=ac@pruebas.example, OID.2.5.4.97=VATEC-1790099999001, OU="\\ Entidad + Certificación = «Ñandú» ", O="Pruebas Cia. Ltda., Quito", C=EC',
    'C=EC,O=Pruebas Cia. Ltda.\\2C Quito,OU=\\20Entidad \\2B Certificaci\\C3\\B3n \\3D «Ñandú»\\20,organizationIdentifier=VATEC-1790099999001,emailAddress=ac@pruebas.example,CN=ac de pruebas uanataca',
  ])('reads other spellings of the same issuer: %s', (written) => {
    expect(sameNombre(written, readCertificado(leerP12('aes-256').certificado).emisorNombre)).toBe(true)
  })
})

describe('readableNombre', () => {
  it('shows e-mail and identifiers by their names and escapes nothing', () => {
    expect(
      readableNombre(nombre(['2.5.4.6', 'EC'], ['2.5.4.97', 'VATEC-1'], ['1.2.840.113549.1.9.1', 'a@b.ec'], ['2.5.4.3', 'AC, Quito'])),
    ).toBe('CN=AC, Quito, E=a@b.ec, organizationIdentifier=VATEC-1, C=EC')
    expect(readableNombre([[{ oid: '1.2.3', valor: undefined, der: Buffer.from('0500', 'hex') }]])).toBe('1.2.3=#0500')
  })
})
