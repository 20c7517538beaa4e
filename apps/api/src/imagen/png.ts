import { crc32 } from 'node:zlib'

import { type ImagenLeida, ImagenError } from './imagen.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Once a palette and what counts as transparent are written out. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 }
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }
/** Critical chunks carry the picture; of the others only transparency is kept. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

export const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(SIGNATURE)

interface Chunk {
  type: string
  body: Buffer
  whole: Buffer
}

function* chunksOf(bytes: Buffer): Generator<Chunk> {
  let at = SIGNATURE.length
  while (at < bytes.length) {
    if (at + 12 > bytes.length) throw new ImagenError('está incompleta')
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new ImagenError('está incompleta')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw new ImagenError('está dañada')
    yield { type, body: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) }
    if (type === 'IEND') return
    at = end
  }
  throw new ImagenError('está incompleta')
}

/** The picture without what is not the picture: texts, profiles, dates. @throws ImagenError */
export function openPng(bytes: Buffer): ImagenLeida {
  const chunks = [...chunksOf(bytes)]
  const [header] = chunks
  if (header?.type !== 'IHDR' || header.body.length !== 13) throw new ImagenError('está dañada')
  if (chunks.some(({ type }) => /^[A-Z]/.test(type) && !KEPT.has(type))) throw new ImagenError('usa una extensión que no se admite')
  const [ancho, alto] = [header.body.readUInt32BE(0), header.body.readUInt32BE(4)]
  const [profundidad = 0, color = -1, , , entrelazado] = header.body.subarray(8)
  const has = (name: string) => chunks.some(({ type }) => type === name)
  if (!DEPTHS[color]?.includes(profundidad) || ancho === 0 || alto === 0 || (color === 3 && !has('PLTE')))
    throw new ImagenError('está dañada')
  const peso = chunks.reduce((sum, { type, body }) => sum + (type === 'IDAT' ? body.length : 0), 0)
  return {
    tipo: 'image/png',
    ancho,
    alto,
    desempacada: ancho * alto * (CHANNELS[color] ?? 4) * (profundidad === 16 ? 2 : 1),
    limpia: Buffer.concat([SIGNATURE, ...chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole)]),
    isSimple: (aplanada) =>
      profundidad === 8 &&
      entrelazado === 0 &&
      !has('tRNS') &&
      (color === 2 || (color === 6 && !aplanada)) &&
      peso <= alto * (1 + ancho * 4) + 1_000,
  }
}
