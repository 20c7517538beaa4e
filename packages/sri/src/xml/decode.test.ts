import { describe, expect, test } from 'vitest'

import { decodeXml } from './decode.ts'
import { XmlError } from './xml-error.ts'

const refusalOf = (bytes: Uint8Array, charset?: string): string | undefined => {
  try {
    decodeXml(bytes, charset)
    return undefined
  } catch (error) {
    return error instanceof XmlError ? error.code : String(error)
  }
}
const utf16 = (text: string, mark: string) => Buffer.from(mark + text, 'utf16le')

describe('decodeXml', () => {
  test.each([
    ['UTF-8 without declaration', Buffer.from('<a>ñ€</a>'), '<a>ñ€</a>'],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF<a>ñ</a>'), '<a>ñ</a>'],
    [
      'ISO-8859-1 by its declaration',
      Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>ñ</a>', 'latin1'),
      '<?xml version="1.0" encoding="iso-8859-1"?><a>ñ</a>',
    ],
  ])('reads %s', (_, bytes, text) => {
    expect(decodeXml(bytes)).toBe(text)
  })

  test('believes the transport before the declaration', () => {
    expect(decodeXml(Buffer.from('<?xml version="1.0" encoding="utf-8"?><a>ñ</a>', 'latin1'), 'ISO-8859-1')).toContain('<a>ñ</a>')
  })

  test('a byte of 0x80 to 0x9F in ISO-8859-1 is that code point, not another of windows-1252', () => {
    expect(decodeXml(Buffer.from([60, 0x85]), 'iso-8859-1').charCodeAt(1)).toBe(0x85)
  })

  test.each([
    ['UTF-16 with a DOCTYPE that a scan of bytes would miss', utf16('<!DOCTYPE a><a/>', '\uFEFF')],
    ['UTF-16 big-endian', utf16('<a/>', '\uFEFF').swap16()],
    ['UTF-16 without mark', utf16('<a/>', '')],
    ['UTF-16 big-endian without mark', utf16('<a/>', '').swap16()],
    ['UTF-32', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 60])],
    ['bytes that are no UTF-8', Buffer.from([60, 97, 62, 0xf1])],
    ['an overlong sequence', Buffer.from([60, 0xc0, 0xbc])],
    ['a declared encoding of another kind', Buffer.from('<?xml version="1.0" encoding="UTF-7"?><a/>')],
  ])('refuses %s', (_, bytes) => {
    expect(refusalOf(bytes)).toBe('ENCODING')
  })

  test('refuses an unknown charset and more than 1 MB', () => {
    expect(refusalOf(Buffer.from('<a/>'), 'utf-16')).toBe('ENCODING')
    expect(refusalOf(Buffer.alloc(1_048_577, 32))).toBe('TOO_LARGE')
  })
})
