// RC2 in CBC mode, decryption only (RFC 2268). Older Ecuadorian files encrypt their certificates with RC2-40, which OpenSSL 3 only opens
// with its legacy provider. It is weak: it is read, never written.

const PI = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
)

const pi = (index: number): number => PI[index & 0xff] ?? 0

/** Key schedule (RFC 2268 §2): 64 words of 16 bits. */
function expandKey(key: Buffer, effectiveBits: number): Uint16Array {
  const l = Buffer.alloc(128)
  key.copy(l)
  const at = (index: number) => l[index] ?? 0
  for (let i = key.length; i < 128; i++) l[i] = pi(at(i - 1) + at(i - key.length))
  const octets = Math.ceil(effectiveBits / 8)
  l[128 - octets] = pi(at(128 - octets) & (0xff >> (8 * octets - effectiveBits)))
  for (let i = 127 - octets; i >= 0; i--) l[i] = pi(at(i + 1) ^ at(i + octets))
  return Uint16Array.from({ length: 64 }, (_, i) => l.readUInt16LE(2 * i))
}

const ROTATIONS = [1, 2, 3, 5] as const

function decryptBlock(words: Uint16Array, block: Buffer): Buffer {
  const r = Uint16Array.from({ length: 4 }, (_, i) => block.readUInt16LE(2 * i))
  const word = (i: number) => r[i & 3] ?? 0
  let j = 63
  const mix = () => {
    for (let i = 3; i >= 0; i--) {
      const rotation = ROTATIONS[i] ?? 1
      const rotated = (word(i) >>> rotation) | (word(i) << (16 - rotation))
      r[i] = rotated - (words[j--] ?? 0) - (word(i + 3) & word(i + 2)) - (~word(i + 3) & word(i + 1))
    }
  }
  const mash = () => {
    for (let i = 3; i >= 0; i--) r[i] = word(i) - (words[word(i + 3) & 63] ?? 0)
  }
  for (const rounds of [5, 6, 5]) {
    for (let i = 0; i < rounds; i++) mix()
    if (j >= 0) mash()
  }
  const plain = Buffer.alloc(8)
  r.forEach((value, i) => plain.writeUInt16LE(value, 2 * i))
  return plain
}

/** Decrypts RC2-CBC and removes its padding; undefined when length or padding are wrong (a wrong password). */
export function decryptRc2Cbc(key: Buffer, effectiveBits: number, iv: Buffer, data: Buffer): Buffer | undefined {
  if (data.length === 0 || data.length % 8 !== 0) return undefined
  const words = expandKey(key, effectiveBits)
  const plain = Buffer.alloc(data.length)
  let previous = iv
  for (let at = 0; at < data.length; at += 8) {
    const block = data.subarray(at, at + 8)
    decryptBlock(words, block).forEach((octet, i) => (plain[at + i] = octet ^ (previous[i] ?? 0)))
    previous = block
  }
  const padding = plain.at(-1) ?? 0
  const isPadded = padding >= 1 && padding <= 8 && plain.subarray(-padding).every((octet) => octet === padding)
  return isPadded ? plain.subarray(0, -padding) : undefined
}
