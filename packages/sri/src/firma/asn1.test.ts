import { describe, expect, it } from 'vitest'

import { Asn1Error, type Asn1Node, decimalOf, instantOf, oidOf, readAsn1, smallIntegerOf, stringOf } from './asn1.ts'
import { CLAVE, readFixture } from './fixtures/fixtures.ts'
import { readP12 } from './p12.ts'

const read = (hex: string) => readAsn1(Buffer.from(hex, 'hex'))

/** The same content in the form of old programs: indefinite lengths, octet strings in pieces. */
function toBer(node: Asn1Node): Buffer {
  const first = node.raw[0] ?? 0
  const open = (tag: number) => Buffer.from([tag, 0x80])
  const end = Buffer.from([0, 0])
  if (node.constructed) return Buffer.concat([open(first), ...node.children.map(toBer), end])
  if (node.tag !== 4 || node.clase !== 0 || node.content.length < 20) return node.raw
  const half = node.content.length >> 1
  const piece = (bytes: Buffer) => Buffer.concat([Buffer.from([4, 0x82, bytes.length >> 8, bytes.length & 0xff]), bytes])
  return Buffer.concat([open(0x24), piece(node.content.subarray(0, half)), piece(node.content.subarray(half)), end])
}

describe('readAsn1', () => {
  it('reads BER as DER: a .p12 of indefinite lengths and octet strings in pieces opens', () => {
    const der = readFixture('p12/tripledes.p12')
    const ber = toBer(readAsn1(der))
    expect(ber.equals(der)).toBe(false)
    expect(readP12(ber, CLAVE).certificado).toEqual(readP12(der, CLAVE).certificado)
  })

  it.each([
    ['nothing', ''],
    ['a truncated length', '3082'],
    ['less content than announced', '0405ab'],
    ['bytes after the end', '050000'],
    ['a length of 4 GB', '3084ffffffff'],
    ['a length of five octets', '30850000000000'],
    ['an endless indefinite length', '308005000500'],
    ['a primitive of indefinite length', '04800000'],
    ['a tag without end', '1fffffffffffff'],
    ['too many levels', '3080'.repeat(40)],
  ])('refuses %s', (_what, hex) => {
    expect(() => read(hex)).toThrow(Asn1Error)
  })

  it('refuses more elements than any real file has', () => {
    const many = Buffer.alloc(60_000).map((_octet, i) => (i % 2 === 0 ? 5 : 0))
    expect(() => readAsn1(Buffer.concat([Buffer.from([0x30, 0x82, 60_000 >> 8, 60_000 & 0xff]), many]))).toThrow(/too many/)
  })
})

describe('values', () => {
  it('keeps every bit of an integer, and its sign', () => {
    expect(decimalOf(read('021500ffffffffffffffffffffffffffffffffffffffff'))).toBe(String(2n ** 160n - 1n))
    expect(decimalOf(read('0201ff'))).toBe('-1')
  })

  it('reads small integers and refuses negative or large ones', () => {
    expect(smallIntegerOf(read('02020800'))).toBe(2048)
    for (const hex of ['0201ff', '02050100000000', '0200', '0402ffff']) expect(() => smallIntegerOf(read(hex))).toThrow(Asn1Error)
  })

  it('reads OIDs of large arcs', () => {
    expect(oidOf(read('060a2b0601040182a67203 0b'.replace(' ', '')))).toBe('1.3.6.1.4.1.37746.3.11')
    expect(oidOf(read('0603550461'))).toBe('2.5.4.97')
  })

  it('reads the string types certificates use', () => {
    expect(stringOf(read('0c02c3b1'))).toBe('ñ')
    expect(stringOf(read('1401f1'))).toBe('ñ')
    expect(stringOf(read('1e0200f1'))).toBe('ñ')
    expect(stringOf(read('1c04000000f1'))).toBe('ñ')
    expect(stringOf(read('0500'))).toBeUndefined()
  })

  it('reads both kinds of time, with the century of RFC 5280', () => {
    const time = (tag: string, text: string) =>
      instantOf(read(`${tag}${text.length.toString(16).padStart(2, '0')}${Buffer.from(text).toString('hex')}`))
    expect(time('17', '491231235959Z')).toEqual(new Date('2049-12-31T23:59:59Z'))
    expect(time('17', '500101000000Z')).toEqual(new Date('1950-01-01T00:00:00Z'))
    expect(time('18', '20500101000000Z')).toEqual(new Date('2050-01-01T00:00:00Z'))
    expect(() => time('17', '20500101000000Z')).toThrow(Asn1Error)
  })
})
