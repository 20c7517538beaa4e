// Writes DER: the few types that certificates and PKCS#12 files need.

const lengthOf = (n: number): number[] => {
  if (n < 0x80) return [n]
  const bytes: number[] = []
  for (let rest = n; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 + bytes.length, ...bytes]
}

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts)
export const octets = (bytes: Uint8Array): Buffer => der(0x04, bytes)
/** `[n]` constructed. */
export const context = (n: number, ...parts: readonly Uint8Array[]): Buffer => der(0xa0 + n, ...parts)
export const NULL = Buffer.from([0x05, 0x00])
export const TRUE = Buffer.from([0x01, 0x01, 0xff])
export const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text, 'utf8'))
export const printable = (text: string): Buffer => der(0x13, Buffer.from(text, 'latin1'))
export const bmp = (text: string): Buffer => der(0x1e, Buffer.from(text, 'utf16le').swap16())
export const bits = (bytes: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes)

/** A non-negative integer: a zero goes in front if the first bit is set. */
export function integer(value: bigint | Uint8Array): Buffer {
  const hex =
    typeof value === 'bigint'
      ? value.toString(16)
      : Buffer.from(value)
          .toString('hex')
          .replace(/^(00)+/, '')
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex || '00' : `0${hex}`, 'hex')
  return der(0x02, ...((bytes[0] ?? 0) > 0x7f ? [Buffer.from([0])] : []), bytes)
}

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((n) => {
    const digits = [n % 128]
    for (let left = Math.floor(n / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) + 128)
    return digits
  })
  return der(0x06, Buffer.from(bytes))
}

/** UTCTime up to 2049, GeneralizedTime after, as certificates demand. */
export function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return Number(text.slice(0, 4)) < 2050 ? der(0x17, Buffer.from(`${text.slice(2)}Z`)) : der(0x18, Buffer.from(`${text}Z`))
}
