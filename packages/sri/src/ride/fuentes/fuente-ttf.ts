/**
 * The tables of a TrueType file that the RIDE needs. They are read here once per process, because pdfkit's own reader parses the whole file
 * for every document and shapes text without need.
 */
export interface FuenteTtf {
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  readonly xHeight: number
  readonly italicAngle: number
  readonly bbox: { minX: number; minY: number; maxX: number; maxY: number }
  readonly glyphCount: number
  /** Glyph of a code point; 0 when the font lacks it. */
  glyphOf(codePoint: number): number
  /** Advance in font units. */
  advanceOf(glyph: number): number
  leftBearingOf(glyph: number): number
  /** Outline as it stands in `glyf`; empty for a blank. */
  outlineOf(glyph: number): Uint8Array
}

const UNICODE_FULL = 12

/** Reads a TrueType font (`glyf` outlines, cmap format 12). Throws Error when a table it needs is missing. */
export function readFuenteTtf(bytes: Uint8Array, postscriptName: string): FuenteTtf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = readDirectory(view)
  const at = (tag: string): number => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new Error(`La fuente no tiene la tabla ${tag}`)
    return offset
  }
  const head = at('head'),
    hhea = at('hhea'),
    os2 = at('OS/2'),
    hmtx = at('hmtx'),
    loca = at('loca'),
    glyf = at('glyf')
  const longLoca = view.getInt16(head + 50) === 1
  const glyphCount = view.getUint16(at('maxp') + 4)
  const metricCount = view.getUint16(hhea + 34)
  const glyphs = readCmap(view, at('cmap'))
  const offsetOf = (glyph: number): number => (longLoca ? view.getUint32(loca + glyph * 4) : view.getUint16(loca + glyph * 2) * 2)
  return {
    postscriptName,
    unitsPerEm: view.getUint16(head + 18),
    bbox: {
      minX: view.getInt16(head + 36),
      minY: view.getInt16(head + 38),
      maxX: view.getInt16(head + 40),
      maxY: view.getInt16(head + 42),
    },
    ascent: view.getInt16(hhea + 4),
    descent: view.getInt16(hhea + 6),
    // OS/2 has heights from version 2 on; for older files they are estimated from the ascent.
    xHeight: view.getUint16(os2) >= 2 ? view.getInt16(os2 + 86) : 0,
    capHeight: view.getUint16(os2) >= 2 ? view.getInt16(os2 + 88) : view.getInt16(hhea + 4),
    italicAngle: view.getInt32(at('post') + 4) / 65_536,
    glyphCount,
    glyphOf: (codePoint) => glyphs[codePoint] ?? 0,
    advanceOf: (glyph) => view.getUint16(hmtx + Math.min(glyph, metricCount - 1) * 4),
    leftBearingOf: (glyph) =>
      glyph < metricCount ? view.getInt16(hmtx + glyph * 4 + 2) : view.getInt16(hmtx + metricCount * 4 + (glyph - metricCount) * 2),
    outlineOf: (glyph) => bytes.subarray(glyf + offsetOf(glyph), glyf + offsetOf(glyph + 1)),
  }
}

function readDirectory(view: DataView): Map<string, number> {
  const tables = new Map<string, number>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + i * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(entry + k)))
    tables.set(tag, view.getUint32(entry + 8))
  }
  return tables
}

function readCmap(view: DataView, cmap: number): Uint16Array {
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const subtable = cmap + view.getUint32(cmap + 4 + i * 8 + 4)
    if (view.getUint16(subtable) === UNICODE_FULL) return readGroups(view, subtable)
  }
  throw new Error('La fuente no tiene un mapa de caracteres completo')
}

function readGroups(view: DataView, subtable: number): Uint16Array {
  const count = view.getUint32(subtable + 12)
  const groups = Array.from({ length: count }, (_, i) => {
    const at = subtable + 16 + i * 12
    return { first: view.getUint32(at), last: view.getUint32(at + 4), glyph: view.getUint32(at + 8) }
  })
  const glyphs = new Uint16Array((groups.at(-1)?.last ?? -1) + 1)
  for (const { first, last, glyph } of groups) {
    for (let codePoint = first; codePoint <= last; codePoint++) glyphs[codePoint] = glyph + codePoint - first
  }
  return glyphs
}
