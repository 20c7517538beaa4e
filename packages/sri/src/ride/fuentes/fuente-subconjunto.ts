import type { FuenteTtf } from './fuente-ttf.ts'

/** Collects the glyphs of one document, numbers them by first use, and writes a TrueType file with only those. */
export interface Subconjunto {
  includeGlyph(glyph: number): number
  encode(): Uint8Array
}

// Flags of a composite glyph's component (OpenType, table glyf).
const WORD_ARGUMENTS = 0x0001,
  ONE_SCALE = 0x0008,
  MORE_COMPONENTS = 0x0020,
  TWO_SCALES = 0x0040,
  MATRIX = 0x0080
const INSTRUCTIONS = 0x0100

/** For fonts whose simple glyphs have no hinting, such as the condensed DejaVu: cvt, fpgm and prep are dropped. */
export function createSubconjunto(fuente: FuenteTtf): Subconjunto {
  const glyphs = [0]
  const renumbered = new Map([[0, 0]])
  const includeGlyph = (glyph: number): number => {
    const known = renumbered.get(glyph)
    if (known !== undefined) return known
    renumbered.set(glyph, glyphs.length)
    glyphs.push(glyph)
    return glyphs.length - 1
  }
  return { includeGlyph, encode: () => encodeFuente(fuente, glyphs, includeGlyph) }
}

function encodeFuente(fuente: FuenteTtf, glyphs: number[], includeGlyph: (glyph: number) => number): Uint8Array {
  // `glyphs` grows while we walk it: the parts of a composite glyph join at the end.
  const outlines: Uint8Array[] = []
  for (let i = 0; i < glyphs.length; i++) outlines.push(renumberedOutline(fuente.outlineOf(glyphs[i] ?? 0), includeGlyph))
  const count = glyphs.length

  const loca = new DataView(new ArrayBuffer((count + 1) * 4))
  const hmtx = new DataView(new ArrayBuffer(count * 4))
  let length = 0
  outlines.forEach((outline, i) => {
    const glyph = glyphs[i] ?? 0
    loca.setUint32(i * 4, length)
    hmtx.setUint16(i * 4, fuente.advanceOf(glyph))
    hmtx.setInt16(i * 4 + 2, fuente.leftBearingOf(glyph))
    length += padded(outline.length)
  })
  loca.setUint32(count * 4, length)
  const glyf = new Uint8Array(length)
  outlines.forEach((outline, i) => glyf.set(outline, loca.getUint32(i * 4)))

  return joinTables([
    ['glyf', glyf],
    ['head', headTable(fuente)],
    ['hhea', hheaTable(fuente, count)],
    ['hmtx', new Uint8Array(hmtx.buffer)],
    ['loca', new Uint8Array(loca.buffer)],
    ['maxp', maxpTable(count)],
  ])
}

const padded = (length: number): number => (length + 3) & ~3

function renumberedOutline(outline: Uint8Array, includeGlyph: (glyph: number) => number): Uint8Array {
  const isComposite = outline.length > 0 && ((outline[0] ?? 0) & 0x80) !== 0
  return isComposite ? renumberedParts(new Uint8Array(outline), includeGlyph) : outline
}

// Rewrites the given copy, and drops the instructions of composite glyphs: their tables are gone.
function renumberedParts(outline: Uint8Array, includeGlyph: (glyph: number) => number): Uint8Array {
  const view = new DataView(outline.buffer)
  let at = 10
  for (;;) {
    const flags = view.getUint16(at)
    view.setUint16(at, flags & ~INSTRUCTIONS)
    view.setUint16(at + 2, includeGlyph(view.getUint16(at + 2)))
    at += 4 + (flags & WORD_ARGUMENTS ? 4 : 2)
    at += flags & MATRIX ? 8 : flags & TWO_SCALES ? 4 : flags & ONE_SCALE ? 2 : 0
    if (!(flags & MORE_COMPONENTS)) return outline.slice(0, at)
  }
}

function headTable(fuente: FuenteTtf): Uint8Array {
  const view = new DataView(new ArrayBuffer(54))
  view.setUint32(0, 0x0001_0000)
  view.setUint32(12, 0x5f0f_3cf5)
  view.setUint16(18, fuente.unitsPerEm)
  const { minX, minY, maxX, maxY } = fuente.bbox
  ;[minX, minY, maxX, maxY].forEach((value, i) => view.setInt16(36 + i * 2, value))
  view.setInt16(48, 2)
  view.setInt16(50, 1)
  return new Uint8Array(view.buffer)
}

function hheaTable(fuente: FuenteTtf, count: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(36))
  view.setUint32(0, 0x0001_0000)
  view.setInt16(4, fuente.ascent)
  view.setInt16(6, fuente.descent)
  view.setUint16(10, fuente.unitsPerEm * 2)
  view.setInt16(18, 1)
  view.setUint16(34, count)
  return new Uint8Array(view.buffer)
}

function maxpTable(count: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(32))
  view.setUint32(0, 0x0001_0000)
  view.setUint16(4, count)
  // Upper bounds for readers that reserve memory with them: points, contours, composite points and contours, zones.
  ;[2048, 256, 2048, 256, 1].forEach((bound, i) => view.setUint16(6 + i * 2, bound))
  view.setUint16(28, 16)
  view.setUint16(30, 4)
  return new Uint8Array(view.buffer)
}

function joinTables(tables: [tag: string, bytes: Uint8Array][]): Uint8Array {
  const start = 12 + tables.length * 16
  const file = new Uint8Array(tables.reduce((total, [, bytes]) => total + padded(bytes.length), start))
  const view = new DataView(file.buffer)
  const power = 2 ** Math.floor(Math.log2(tables.length))
  view.setUint32(0, 0x0001_0000)
  ;[tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].forEach((v, i) => view.setUint16(4 + i * 2, v))
  let at = start
  tables.forEach(([tag, bytes], i) => {
    const entry = 12 + i * 16
    for (let k = 0; k < 4; k++) view.setUint8(entry + k, tag.charCodeAt(k))
    view.setUint32(entry + 4, checksum(bytes))
    view.setUint32(entry + 8, at)
    view.setUint32(entry + 12, bytes.length)
    file.set(bytes, at)
    at += padded(bytes.length)
  })
  return file
}

function checksum(bytes: Uint8Array): number {
  let sum = 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 0; i + 4 <= bytes.length; i += 4) sum = (sum + view.getUint32(i)) >>> 0
  return sum
}
