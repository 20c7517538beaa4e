const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS = 5

/** RFC 4648 without padding, for authenticator applications. */
export function toBase32(bytes: Uint8Array): string {
  let [text, held, value] = ['', 0, 0]
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    for (held += 8; held >= BITS; held -= BITS) text += ALPHABET[(value >> (held - BITS)) & 31]
  }
  return held > 0 ? text + ALPHABET[(value << (BITS - held)) & 31] : text
}
