import { crc32, inflate } from 'node:zlib'
import { promisify } from 'node:util'

import { type Imagen, ImagenError } from './logo.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
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
export async function cleanPng(bytes: Buffer): Promise<Imagen> {
  const chunks = [...chunksOf(bytes)]
  const [header] = chunks
  if (header?.type !== 'IHDR' || header.body.length !== 13) throw new ImagenError('está dañada')
  if (chunks.some(({ type }) => /^[A-Z]/.test(type) && !KEPT.has(type))) throw new ImagenError('usa una extensión que no se admite')
  const ancho = header.body.readUInt32BE(0)
  const alto = header.body.readUInt32BE(4)
  const channels = CHANNELS[header.body[9] ?? -1]
  if (channels === undefined || ancho === 0 || alto === 0) throw new ImagenError('está dañada')
  const isInterlaced = header.body[12] !== 0
  const raw = alto * (1 + Math.ceil((ancho * channels * (header.body[8] ?? 8)) / 8))
  return {
    tipo: 'image/png', ancho, alto,
    bytes: Buffer.concat([SIGNATURE, ...chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole)]),
    checkPixels: () => checkPixels(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body)), raw, isInterlaced),
  }
}

// Every RIDE would fail on pixels that cannot be unpacked. An interlaced picture has more rows, shorter ones.
async function checkPixels(packed: Buffer, raw: number, isInterlaced: boolean): Promise<void> {
  const unpacked = await promisify(inflate)(packed, { maxOutputLength: raw * (isInterlaced ? 2 : 1) + 64 }).catch(() => {
    throw new ImagenError('está dañada')
  })
  if (unpacked.length < raw) throw new ImagenError('está incompleta')
}
