// A small bounded reader of DER and BER for certificates, PKCS#12 files and names. Files are foreign, so depth, number of nodes and every
// length are checked; lengths of 2 GB, endless nesting and truncated files end in Asn1Error.

/** Bytes that are no valid ASN.1, or exceed a bound. */
export class Asn1Error extends Error {
  override readonly name = 'Asn1Error'
}

export interface Asn1Node {
  /** 0 universal · 1 application · 2 context · 3 private */
  readonly clase: number
  readonly constructed: boolean
  readonly tag: number
  /** Content bytes, without tag and length. */
  readonly content: Buffer
  /** The whole element, tag and length included. */
  readonly raw: Buffer
  readonly children: readonly Asn1Node[]
}

export const TAG = {
  BOOLEAN: 1,
  INTEGER: 2,
  BIT_STRING: 3,
  OCTET_STRING: 4,
  NULL: 5,
  OID: 6,
  UTF8: 12,
  SEQUENCE: 16,
  SET: 17,
  NUMERIC: 18,
  PRINTABLE: 19,
  T61: 20,
  IA5: 22,
  UTC_TIME: 23,
  GENERALIZED_TIME: 24,
  VISIBLE: 26,
  GENERAL: 27,
  UNIVERSAL: 28,
  BMP: 30,
} as const

const MAX_DEPTH = 32
const MAX_NODES = 20_000

interface Reader {
  readonly bytes: Buffer
  nodes: number
}

/**
 * Reads one element; bytes after it are refused unless `allowTrailing`.
 * @throws Asn1Error when truncated, too deep, too large or with trailing bytes.
 */
export function readAsn1(bytes: Uint8Array, allowTrailing = false): Asn1Node {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { node, end } = readAt({ bytes: buffer, nodes: 0 }, 0, buffer.length, 0)
  if (!allowTrailing && end !== buffer.length) throw new Asn1Error('bytes after the end')
  return node
}

function readAt(reader: Reader, start: number, limit: number, depth: number): { node: Asn1Node; end: number } {
  if (depth > MAX_DEPTH) throw new Asn1Error('too deep')
  if (++reader.nodes > MAX_NODES) throw new Asn1Error('too many elements')
  const { bytes } = reader
  const first = byteAt(bytes, start, limit)
  let at = start + 1
  let tag = first & 0x1f
  if (tag === 0x1f) {
    tag = 0
    for (let octet = 0x80; octet & 0x80;) {
      octet = byteAt(bytes, at++, limit)
      tag = tag * 128 + (octet & 0x7f)
      if (tag > 0xffffff) throw new Asn1Error('tag too large')
    }
  }
  const constructed = (first & 0x20) !== 0
  let length = byteAt(bytes, at++, limit)
  if (length === 0x80) {
    if (!constructed) throw new Asn1Error('primitive of indefinite length')
    return readIndefinite(reader, { start, at, limit, depth, clase: first >> 6, tag })
  }
  if (length > 0x80) {
    const octets = length & 0x7f
    if (octets > 4) throw new Asn1Error('length too large')
    length = 0
    for (let i = 0; i < octets; i++) length = length * 256 + byteAt(bytes, at++, limit)
  }
  const end = at + length
  if (end > limit) throw new Asn1Error('truncated')
  const children: Asn1Node[] = []
  if (constructed)
    for (let next = at; next < end;) {
      const child = readAt(reader, next, end, depth + 1)
      children.push(child.node)
      next = child.end
    }
  const node = { clase: first >> 6, constructed, tag, content: bytes.subarray(at, end), raw: bytes.subarray(start, end), children }
  return { node, end }
}

/** BER indefinite length (files of Firefox, Windows and old Java use it): children until two zero bytes. */
function readIndefinite(
  reader: Reader,
  of: { start: number; at: number; limit: number; depth: number; clase: number; tag: number },
): { node: Asn1Node; end: number } {
  const { bytes } = reader
  const children: Asn1Node[] = []
  let next = of.at
  while (byteAt(bytes, next, of.limit) !== 0 || byteAt(bytes, next + 1, of.limit) !== 0) {
    const child = readAt(reader, next, of.limit, of.depth + 1)
    children.push(child.node)
    next = child.end
  }
  const content = bytes.subarray(of.at, next)
  const raw = bytes.subarray(of.start, next + 2)
  return { node: { clase: of.clase, constructed: true, tag: of.tag, content, raw, children }, end: next + 2 }
}

function byteAt(bytes: Buffer, at: number, limit: number): number {
  const value = at < limit ? bytes[at] : undefined
  if (value === undefined) throw new Asn1Error('truncated')
  return value
}

/** The n-th child, of the given universal tag if one is given. @throws Asn1Error when it is not there. */
export function childOf(node: Asn1Node, index: number, tag?: number): Asn1Node {
  const child = node.children[index]
  if (child === undefined || (tag !== undefined && !isUniversal(child, tag))) throw new Asn1Error('unexpected structure')
  return child
}

export const isUniversal = (node: Asn1Node, tag: number): boolean => node.clase === 0 && node.tag === tag

/** Child tagged [n] of the context class. */
export const contextOf = (node: Asn1Node, n: number): Asn1Node | undefined =>
  node.children.find((child) => child.clase === 2 && child.tag === n)

/** Bytes of an OCTET STRING, also of one written in pieces (BER). */
export function octetsOf(node: Asn1Node): Buffer {
  return node.constructed ? Buffer.concat(node.children.map(octetsOf)) : node.content
}

/** Dotted text of an OBJECT IDENTIFIER. */
export function oidOf(node: Asn1Node): string {
  if (!isUniversal(node, TAG.OID) || node.content.length === 0 || node.content.length > 64) throw new Asn1Error('not an OID')
  const parts: bigint[] = []
  let value = 0n
  for (const octet of node.content) {
    value = (value << 7n) | BigInt(octet & 0x7f)
    if (octet & 0x80) continue
    if (parts.length === 0) {
      const root = value < 80n ? value / 40n : 2n
      parts.push(root, value - root * 40n)
    } else parts.push(value)
    value = 0n
  }
  return parts.join('.')
}

/** A small non-negative INTEGER. @throws Asn1Error when negative or above 2^31. */
export function smallIntegerOf(node: Asn1Node): number {
  const { content } = node
  const tooLarge = content.length > 5 || (content.length === 5 && content[0] !== 0)
  if (!isUniversal(node, TAG.INTEGER) || content.length === 0 || tooLarge) throw new Asn1Error('not a small integer')
  const value = content.readUIntBE(0, content.length)
  if ((content[0] ?? 0) & 0x80 || value > 0x7fffffff) throw new Asn1Error('not a small integer')
  return value
}

/** Any INTEGER in decimal, exact: certificate serials have up to 160 bits and must not pass through a double. */
export function decimalOf(node: Asn1Node): string {
  if (node.content.length === 0) throw new Asn1Error('empty integer')
  const value = BigInt(`0x${node.content.toString('hex')}`)
  return String(BigInt.asIntN(node.content.length * 8, value))
}

/** Text of any string type, or undefined when the node is not a string. */
export function stringOf(node: Asn1Node): string | undefined {
  if (node.clase !== 0 || node.constructed) return undefined
  switch (node.tag) {
    case TAG.UTF8:
      return node.content.toString('utf8')
    case TAG.PRINTABLE:
    case TAG.IA5:
    case TAG.T61:
    case TAG.NUMERIC:
    case TAG.VISIBLE:
    case TAG.GENERAL:
      return node.content.toString('latin1')
    case TAG.BMP:
      return bigEndianText(node.content, 2)
    case TAG.UNIVERSAL:
      return bigEndianText(node.content, 4)
    default:
      return undefined
  }
}

function bigEndianText(bytes: Buffer, width: 2 | 4): string {
  let text = ''
  for (let at = 0; at + width <= bytes.length; at += width) {
    const code = bytes.readUIntBE(at, width)
    text += width === 2 ? String.fromCharCode(code) : code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  }
  return text
}

/** Instant of a UTCTime or GeneralizedTime. @throws Asn1Error when it is neither. */
export function instantOf(node: Asn1Node): Date {
  const text = node.content.toString('latin1')
  const short = isUniversal(node, TAG.UTC_TIME) ? /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?Z$/.exec(text) : null
  const long = isUniversal(node, TAG.GENERALIZED_TIME) ? /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.\d+)?Z$/.exec(text) : null
  const match = short ?? long
  if (match === null) throw new Asn1Error('not a time')
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part ?? 0))
  // Two-digit years: 50 and later belong to the last century (RFC 5280 §4.1.2.5.1).
  const fullYear = short === null ? year : year >= 50 ? 1900 + year : 2000 + year
  return new Date(Date.UTC(fullYear, month - 1, day, hour, minute, second))
}
