import { crc32, createInflate } from 'node:zlib'

import { type ImagenLeida, ImagenError, type Lienzo } from './imagen.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }
/** Critical chunks carry the picture; of the others only transparency is kept. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** First column and row, and steps, of the seven passes of an interlaced picture. */
const PASSES = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const
const WHOLE = [[0, 0, 1, 1]] as const

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

interface Formato {
  ancho: number
  alto: number
  profundidad: number
  color: number
  isInterlaced: boolean
  paleta: Buffer | undefined
  transparencia: Buffer | undefined
  /** Packed pixels. */
  datos: Buffer
}

/** The picture without what is not the picture: texts, profiles, dates. @throws ImagenError */
export function openPng(bytes: Buffer): ImagenLeida {
  const chunks = [...chunksOf(bytes)]
  const [header] = chunks
  if (header?.type !== 'IHDR' || header.body.length !== 13) throw new ImagenError('está dañada')
  if (chunks.some(({ type }) => /^[A-Z]/.test(type) && !KEPT.has(type))) throw new ImagenError('usa una extensión que no se admite')
  const one = (name: string) => chunks.find(({ type }) => type === name)?.body
  const formato: Formato = {
    ancho: header.body.readUInt32BE(0), alto: header.body.readUInt32BE(4), profundidad: header.body[8] ?? 0, color: header.body[9] ?? -1, isInterlaced: header.body[12] !== 0,
    paleta: one('PLTE'), transparencia: one('tRNS'), datos: Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body)),
  }
  const { ancho, alto, profundidad, color, isInterlaced, paleta, transparencia, datos } = formato
  if (!DEPTHS[color]?.includes(profundidad) || ancho === 0 || alto === 0 || (color === 3 && !paleta)) throw new ImagenError('está dañada')
  return {
    tipo: 'image/png', ancho, alto,
    limpia: Buffer.concat([SIGNATURE, ...chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole)]),
    isSimple: (aplanada) =>
      profundidad === 8 && !isInterlaced && !transparencia && (color === 2 || (color === 6 && !aplanada)) && datos.length <= alto * (1 + ancho * 4) + 1_000,
    read: (lienzo) => readPixels(formato, lienzo),
  }
}

/** Unpacked bytes, in pieces as they are asked for: the whole picture is never in memory. */
async function* unpacked({ datos }: Formato): AsyncGenerator<Buffer> {
  const inflate = createInflate({ chunkSize: 65_536 })
  inflate.end(datos)
  try {
    for await (const piece of inflate) yield piece as Buffer
  } catch (error) {
    throw new ImagenError((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR' ? 'está incompleta' : 'está dañada')
  }
}

/** The rows of all passes, one after another, with the filter's byte in front. */
function* rowsOf({ ancho, alto, profundidad, color, isInterlaced }: Formato) {
  for (const [x, y, dx, dy] of isInterlaced ? PASSES : WHOLE) {
    const puntos = Math.ceil((ancho - x) / dx)
    if (puntos <= 0) continue
    const length = 1 + Math.ceil((puntos * (CHANNELS[color] ?? 1) * profundidad) / 8)
    for (let row = y; row < alto; row += dy) yield { x, y: row, paso: dx, puntos, length, isFirst: row === y }
  }
}

async function readPixels(formato: Formato, lienzo: Lienzo): Promise<void> {
  const { ancho, profundidad, color } = formato
  const channels = CHANNELS[color] ?? 1
  const bpp = Math.max(1, (channels * profundidad) >> 3)
  const longest = 1 + Math.ceil((ancho * channels * profundidad) / 8)
  let [row, above] = [Buffer.alloc(longest), Buffer.alloc(longest)]
  const rgba = new Uint8Array(ancho * 4)
  const toRgba = converter(formato)
  const rows = rowsOf(formato)
  let next = rows.next()
  let filled = 0
  for await (const piece of unpacked(formato)) {
    for (let at = 0; at < piece.length && !next.done; ) {
      const { x, y, paso, puntos, length, isFirst } = next.value
      const taken = Math.min(length - filled, piece.length - at)
      piece.copy(row, filled, at, at + taken)
      filled += taken
      at += taken
      if (filled < length) break
      if (isFirst) above.fill(0)
      unfilter(row, above, length, bpp)
      toRgba(row, puntos, rgba)
      lienzo.row(y, x, paso, rgba, puntos)
      ;[row, above] = [above, row]
      filled = 0
      next = rows.next()
    }
    // What follows the last row is not looked at: it may be as much as a bomb holds.
    if (next.done) return
  }
  throw new ImagenError('está incompleta')
}

function unfilter(row: Buffer, above: Buffer, length: number, bpp: number): void {
  const filter = row[0]
  if (filter === 0) return
  if (filter === undefined || filter > 4) throw new ImagenError('está dañada')
  for (let i = 1; i < length; i++) {
    const left = i > bpp ? row[i - bpp]! : 0
    const up = above[i]!
    if (filter === 1) row[i] = row[i]! + left
    else if (filter === 2) row[i] = row[i]! + up
    else if (filter === 3) row[i] = row[i]! + ((left + up) >> 1)
    else {
      const corner = i > bpp ? above[i - bpp]! : 0
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
      row[i] = row[i]! + (a <= b && a <= c ? left : b <= c ? up : corner)
    }
  }
}

type Converter = (row: Buffer, puntos: number, rgba: Uint8Array) => void

/** Rows of any kind to eight bits of red, green, blue and opacity; of sixteen bits the upper eight count. */
function converter({ profundidad, color, paleta, transparencia }: Formato): Converter {
  const bytes = profundidad === 16 ? 2 : 1
  if (color === 3) return paletted(profundidad, paleta ?? Buffer.alloc(0), transparencia ?? Buffer.alloc(0))
  if (profundidad < 8) return smallGrey(profundidad, transparencia)
  const channels = CHANNELS[color] ?? 1
  const isColor = color === 2 || color === 6
  const hasAlpha = color === 4 || color === 6
  const clear = !hasAlpha && transparencia && transparencia.length >= channels * 2 ? transparencia : undefined
  const isClear = (row: Buffer, at: number, of: Buffer) => {
    for (let c = 0; c < channels; c++) if ((bytes === 2 ? row.readUInt16BE(at + c * 2) : row[at + c]) !== of.readUInt16BE(c * 2)) return false
    return true
  }
  return (row, puntos, rgba) => {
    for (let n = 0, at = 1, to = 0; n < puntos; n++, at += channels * bytes, to += 4) {
      rgba[to] = row[at]!
      rgba[to + 1] = row[isColor ? at + bytes : at]!
      rgba[to + 2] = row[isColor ? at + 2 * bytes : at]!
      rgba[to + 3] = hasAlpha ? row[at + (channels - 1) * bytes]! : clear && isClear(row, at, clear) ? 0 : 255
    }
  }
}

const sample = (row: Buffer, n: number, depth: number) => (row[1 + ((n * depth) >> 3)]! >> (8 - depth - ((n * depth) & 7))) & ((1 << depth) - 1)

function paletted(depth: number, paleta: Buffer, transparencia: Buffer): Converter {
  return (row, puntos, rgba) => {
    for (let n = 0, to = 0; n < puntos; n++, to += 4) {
      const index = sample(row, n, depth)
      if (index * 3 + 2 >= paleta.length) throw new ImagenError('está dañada')
      rgba[to] = paleta[index * 3]!
      rgba[to + 1] = paleta[index * 3 + 1]!
      rgba[to + 2] = paleta[index * 3 + 2]!
      rgba[to + 3] = transparencia[index] ?? 255
    }
  }
}

function smallGrey(depth: number, transparencia: Buffer | undefined): Converter {
  const scale = 255 / ((1 << depth) - 1)
  const clear = transparencia && transparencia.length >= 2 ? transparencia.readUInt16BE(0) : -1
  return (row, puntos, rgba) => {
    for (let n = 0, to = 0; n < puntos; n++, to += 4) {
      const value = sample(row, n, depth)
      rgba.fill(value * scale, to, to + 3)
      rgba[to + 3] = value === clear ? 0 : 255
    }
  }
}
