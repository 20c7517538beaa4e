import { XML_LIMITS } from './limits.ts'
import { XmlError } from './xml-error.ts'

const ENCODING = /^\uFEFF?<\?xml[^>]{0,200}?\sencoding\s*=\s*(?:"([^"]{1,40})"|'([^']{1,40})')/
const UTF8 = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
const LATIN1 = new Set(['iso-8859-1', 'latin1'])

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

const unsupported = (encoding: string) =>
  new XmlError('ENCODING', `La codificación ${encoding} no se admite: el XML debe estar en UTF-8 o ISO-8859-1.`)

function refuseWideEncodings(bytes: Uint8Array): void {
  const [a, b] = bytes
  // Byte order marks of UTF-16 and UTF-32, or a first character that takes two or four bytes.
  const hasMark = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
  if (hasMark || (bytes.length > 1 && (a === 0 || b === 0))) throw unsupported('UTF-16')
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  const match = ENCODING.exec(start.replace(/^\u00EF\u00BB\u00BF/, ''))
  return match?.[1] ?? match?.[2]
}

/**
 * Bytes of an XML file as text, without byte order mark: UTF-8 (also ASCII) or ISO-8859-1, by the XML declaration or by the transport's
 * `charset`, which has priority (RFC 7303 §3). Throws `XmlError` TOO_LARGE or ENCODING.
 */
export function decodeXml(bytes: Uint8Array, charset?: string): string {
  if (bytes.length > XML_LIMITS.size) throw new XmlError('TOO_LARGE', 'El XML supera 1 MB.')
  refuseWideEncodings(bytes)
  const encoding = charset ?? declaredEncoding(bytes) ?? 'utf-8'
  const name = encoding.trim().toLowerCase()
  if (LATIN1.has(name)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  if (!UTF8.has(name)) throw unsupported(encoding)
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw new XmlError('ENCODING', 'El XML dice estar en UTF-8 pero contiene bytes que no lo son.')
  }
}
