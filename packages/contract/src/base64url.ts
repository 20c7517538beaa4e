const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function base64urlEncode(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    const letters = Math.min(bytes.length - i, 3) + 1
    for (let letter = 0; letter < letters; letter++) text += ALPHABET[(group >> (18 - 6 * letter)) & 63]
  }
  return text
}

/** @throws RangeError for a letter outside the alphabet */
export function base64urlDecode(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let written = 0
  let buffer = 0
  let bits = 0
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter)
    if (value < 0) throw new RangeError('not base64url')
    buffer = ((buffer << 6) | value) & 0xffffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[written++] = (buffer >> bits) & 255
    }
  }
  return bytes
}
