// A small DER reader for data of a certificate that node does not give: names in order, extensions by number, usages.

export interface Der {
  readonly tag: number
  readonly content: Uint8Array
}

/** Elements of one DER content. Lengths are checked against the bytes at hand. */
export function readDer(bytes: Uint8Array): Der[] {
  const list: Der[] = []
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0
    let length = bytes[at + 1] ?? 0
    let start = at + 2
    if (length > 0x80) {
      const count = length - 0x80
      if (count > 4) throw new Error('DER length too long')
      length = 0
      for (let i = 0; i < count; i += 1) length = length * 256 + (bytes[start + i] ?? 0)
      start += count
    } else if (length === 0x80) throw new Error('indefinite length')
    if (start + length > bytes.length) throw new Error('DER beyond its end')
    list.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return list
}

export function oidText(content: Uint8Array): string {
  const numbers: number[] = []
  let value = 0
  for (const byte of content) {
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      numbers.push(value)
      value = 0
    }
  }
  const [first = 0, ...rest] = numbers
  const top = Math.min(Math.floor(first / 40), 2)
  return [top, first - top * 40, ...rest].join('.')
}

/** Text of a string type; UTF-16 for BMPString. */
export function stringOf(der: Der): string {
  if (der.tag === 0x1e) return Buffer.from(der.content).swap16().toString('utf16le')
  return Buffer.from(der.content).toString(der.tag === 0x14 || der.tag === 0x1b ? 'latin1' : 'utf8')
}

export interface NombreParte {
  readonly oid: string
  readonly value: string
}

/** A distinguished name, in the order in which it is encoded. */
export const readName = (content: Uint8Array): NombreParte[] =>
  readDer(content).flatMap((set) =>
    readDer(set.content).map((pair) => {
      const [oid, value] = readDer(pair.content)
      return { oid: oid ? oidText(oid.content) : '', value: value ? stringOf(value) : '' }
    }),
  )
