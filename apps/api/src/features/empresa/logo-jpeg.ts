import { type Imagen, ImagenError } from './logo.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const COM = 0xfe
const APP0 = 0xe0
const APP14 = 0xee
const APP15 = 0xef
/** Baseline, extended and progressive: what the PDF takes. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

export const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff

const isRestart = (marker: number | undefined) => marker !== undefined && marker >= 0xd0 && marker <= 0xd7

/** End of the entropy-coded data that begins at `at`: the next marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, at: number): number {
  for (let i = bytes.indexOf(0xff, at); i >= 0; i = bytes.indexOf(0xff, i + 1)) {
    const next = bytes[i + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !isRestart(next)) return i
  }
  throw new ImagenError('está incompleta')
}

// Adobe's says how colours are coded: without it they come out wrong. It has no text.
const isMetadata = (marker: number, segment: Buffer) =>
  marker === COM || (marker >= APP0 && marker <= APP15 && !(marker === APP14 && segment.length === 14 && segment.toString('latin1', 2, 7) === 'Adobe'))

/** The picture without comments and application segments (EXIF, position, thumbnails). @throws ImagenError */
export function cleanJpeg(bytes: Buffer): Imagen {
  const parts: Uint8Array[] = [Buffer.from([0xff, SOI])]
  let size: { ancho: number; alto: number } | undefined
  let hasScan = false
  let at = 2
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) throw new ImagenError('está incompleta')
    if (marker === EOI) break
    if (at + 4 > bytes.length) throw new ImagenError('está incompleta')
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) throw new ImagenError('está incompleta')
    const segment = bytes.subarray(at + 2, end)
    if (OTHER_FRAMES.has(marker)) throw new ImagenError('usa una compresión que no se admite')
    if (FRAMES.has(marker)) {
      if (segment.length < 8) throw new ImagenError('está dañada')
      size = { alto: segment.readUInt16BE(3), ancho: segment.readUInt16BE(5) }
    }
    const stop = marker === SOS ? endOfScan(bytes, end) : end
    hasScan ||= marker === SOS
    if (!isMetadata(marker, segment)) parts.push(bytes.subarray(at, stop))
    at = stop
  }
  if (!size || !hasScan || size.alto === 0 || size.ancho === 0) throw new ImagenError('está dañada')
  return { tipo: 'image/jpeg', ...size, bytes: Buffer.concat([...parts, Buffer.from([0xff, EOI])]), checkPixels: () => Promise.resolve() }
}
