import { describe, expect, it } from 'vitest'

import { adjuntosOf, bytesOf, enLinea } from './adjuntos.ts'

type Node = NonNullable<Parameters<typeof adjuntosOf>[0]>
const part = (number: string, type: string, more: object = {}) => ({ part: number, type, size: 100, encoding: 'base64', ...more }) as Node
const named = (filename: string) => ({ disposition: 'attachment', dispositionParameters: { filename } })

describe('the files of a mail', () => {
  it('are its XML, ZIP and lists, by name or by type, also of a mail that it passes on', () => {
    const structure = part('', 'multipart/mixed', {
      childNodes: [
        part('1', 'text/plain', { encoding: '7BIT' }),
        part('2', 'application/octet-stream', named('FACTURA.XML')),
        part('3', 'application/pdf', named('factura.pdf')),
        part('4', 'text/xml', { parameters: { name: 'factura' } }),
        part('5', 'application/zip'),
        part('6', 'message/rfc822', { childNodes: [part('6.1', 'text/plain', named('lista.txt'))] }),
      ],
    })
    expect(adjuntosOf(structure).map(({ parte, nombre }) => [parte, nombre])).toEqual([
      ['2', 'FACTURA.XML'],
      ['4', 'factura.xml'],
      ['5', 'adjunto.zip'],
      ['6.1', 'lista.txt'],
    ])
  })

  it('may be the mail itself; one without any has none', () => {
    expect(adjuntosOf({ type: 'application/xml', size: 3, encoding: '8bit' } as Node)).toEqual([
      { parte: '1', nombre: 'adjunto.xml', codificacion: '8bit', bytes: 3 },
    ])
    expect(adjuntosOf(part('1', 'text/html'))).toEqual([])
    expect(adjuntosOf(undefined)).toEqual([])
  })

  it('of a mail of ten thousand parts are looked at up to a bound', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => part(String(at + 1), 'text/plain', named(`${at}.xml`)))
    expect(adjuntosOf(part('', 'multipart/mixed', { childNodes: many })).length).toBeLessThan(501)
  })

  it('keep their bytes, whatever they are written in', () => {
    const bytes = Buffer.from('<a>ñ=\u0001</a>\n')
    expect(bytesOf(Buffer.from(bytes.toString('base64').replace(/(.{4})/g, '$1\r\n')), 'base64')).toEqual(bytes)
    expect(bytesOf(Buffer.from('<a>=C3=B1=3D=\r\n=01</a>  \n'), 'quoted-printable')).toEqual(bytes)
    expect(bytesOf(Buffer.from([0xf1]), '8bit')).toEqual(Buffer.from([0xf1]))
  })

  it('have names of one line', () => {
    expect(enLinea('  a\r\nb\u0000\u202Ec  ')).toBe('a b c')
    expect(enLinea('x'.repeat(500))).toHaveLength(200)
  })
})
