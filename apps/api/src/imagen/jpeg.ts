import { type ImagenLeida, ImagenError } from './imagen.ts'

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
/** Programs write a dozen; each may ask for a walk over the whole picture. */
const MOST_SCANS = 64
/** Heavier ones of a printable size carry something else. */
const SOUND_BYTES = 512_000

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

interface Segmento {
  marker: number
  /** With the two bytes of its length in front. */
  body: Buffer
  whole: Buffer
}

function* segmentsOf(bytes: Buffer): Generator<Segmento> {
  let at = 2
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) throw new ImagenError('está incompleta')
    if (marker === EOI) return
    if (at + 4 > bytes.length) throw new ImagenError('está incompleta')
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) throw new ImagenError('está incompleta')
    const stop = marker === SOS ? endOfScan(bytes, end) : end
    yield { marker, body: bytes.subarray(at + 2, end), whole: bytes.subarray(at, stop) }
    at = stop
  }
}

const isAdobe = ({ marker, body }: Segmento) => marker === APP14 && body.length === 14 && body.toString('latin1', 2, 7) === 'Adobe'

// Adobe's says how colours are coded: without it they come out wrong. It has no text.
const isMetadata = (segmento: Segmento) =>
  segmento.marker === COM || (segmento.marker >= APP0 && segmento.marker <= APP15 && !isAdobe(segmento))

/** The picture without comments and application segments (EXIF, position, thumbnails). @throws ImagenError */
export function openJpeg(bytes: Buffer): ImagenLeida {
  const segmentos = [...segmentsOf(bytes)]
  if (segmentos.some(({ marker }) => OTHER_FRAMES.has(marker))) throw new ImagenError('usa una compresión que no se admite')
  const frames = segmentos.filter(({ marker }) => FRAMES.has(marker))
  const [frame] = frames
  const scans = segmentos.filter(({ marker }) => marker === SOS).length
  if (!frame || frames.length > 1 || scans === 0 || scans > MOST_SCANS || frame.body.length < 8) throw new ImagenError('está dañada')
  if (frame.body[2] !== 8) throw new ImagenError('usa una compresión que no se admite')
  const [alto, ancho, componentes = 0] = [frame.body.readUInt16BE(3), frame.body.readUInt16BE(5), frame.body[7]]
  if (ancho === 0 || alto === 0 || frame.body.length < 8 + componentes * 3 || ![1, 3, 4].includes(componentes))
    throw new ImagenError('está dañada')
  const limpia = Buffer.concat([
    Buffer.from([0xff, SOI]),
    ...segmentos.filter((one) => !isMetadata(one)).map(({ whole }) => whole),
    Buffer.from([0xff, EOI]),
  ])
  return {
    tipo: 'image/jpeg',
    ancho,
    alto,
    desempacada: ancho * alto * componentes,
    limpia,
    isSimple: () => componentes < 4 && limpia.length <= SOUND_BYTES,
  }
}
