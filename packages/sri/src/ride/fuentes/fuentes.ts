import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { createSubconjunto, type Subconjunto } from './fuente-subconjunto.ts'
import { readFuenteTtf, type FuenteTtf } from './fuente-ttf.ts'

/** A font object for pdfkit, which also measures text before it is drawn. */
export interface Fuente {
  readonly pdf: FuentePdf
  /** Width of a text in points at a size in points. */
  widthOf(texto: string, size: number): number
  /** Whether the font has a glyph for a code point. */
  draws(codePoint: number): boolean
}

export interface Fuentes {
  readonly normal: Fuente
  readonly negrita: Fuente
}

interface Trazado {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
  readonly advanceWidth: number
}

// pdfkit accepts any object with `layout` instead of a font file, and reads these properties.
interface FuentePdf extends Omit<FuenteTtf, 'glyphOf' | 'advanceOf' | 'leftBearingOf' | 'outlineOf'> {
  readonly lineGap: number
  readonly post: { isFixedPitch: boolean }
  readonly head: { macStyle: { italic: boolean } }
  getGlyph(glyph: number): { id: number; advanceWidth: number }
  layout(texto: string): Trazado
  createSubset(): Subconjunto
}

let loaded: Promise<Fuentes> | undefined

/** The two faces of the RIDE, read from disk once per process. */
export function loadFuentes(): Promise<Fuentes> {
  loaded ??= Promise.all([loadFuente('DejaVuSansCondensed'), loadFuente('DejaVuSansCondensed-Bold')]).then(
    ([normal, negrita]) => ({ normal, negrita }),
    (error: unknown) => {
      loaded = undefined
      throw error
    },
  )
  return loaded
}

async function loadFuente(name: string): Promise<Fuente> {
  const path = createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
  return createFuente(readFuenteTtf(await readFile(path), name))
}

function createFuente(ttf: FuenteTtf): Fuente {
  const widthOf = (texto: string, size: number): number => {
    let units = 0
    for (const character of texto) units += ttf.advanceOf(ttf.glyphOf(character.codePointAt(0) ?? 0))
    return (units * size) / ttf.unitsPerEm
  }
  return { widthOf, pdf: fuentePdf(ttf), draws: (codePoint) => ttf.glyphOf(codePoint) !== 0 }
}

function fuentePdf(ttf: FuenteTtf): FuentePdf {
  const { glyphOf, advanceOf, leftBearingOf: _bearing, outlineOf: _outline, ...metrics } = ttf
  return {
    ...metrics,
    lineGap: 0,
    post: { isFixedPitch: false },
    head: { macStyle: { italic: false } },
    getGlyph: (glyph) => ({ id: glyph, advanceWidth: advanceOf(glyph) }),
    createSubset: () => createSubconjunto(ttf),
    // One glyph per character, no ligatures or kerning: figures stay in columns and copied text is the text of the XML.
    layout: (texto) => {
      const glyphs = Array.from(texto, (character) => {
        const codePoint = character.codePointAt(0) ?? 0
        const id = glyphOf(codePoint)
        return { id, advanceWidth: advanceOf(id), codePoints: [codePoint] }
      })
      const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
      return {
        glyphs,
        positions,
        // pdfkit scales the positions in place before it asks for the width, so the sum is computed on request.
        get advanceWidth() {
          return positions.reduce((total, { xAdvance }) => total + xAdvance, 0)
        },
      }
    },
  }
}
