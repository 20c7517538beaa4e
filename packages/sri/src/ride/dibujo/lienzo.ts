import type { Fuentes } from '../fuentes/fuentes.ts'
import { lineHeight, widthOf, type Estilo } from './texto.ts'

export type Alineacion = 'left' | 'right' | 'center'

const NEGRO = '#000000'
export const GRIS = '#555555'
const BORDE = '#8a8a8a'
const RAYA = '#c4c4c4'
const RELLENO = '#e9e9e9'

/** Draws lines of text and boxes at given places, without knowing their meaning. Origin top left, points. */
export class Lienzo {
  constructor(
    readonly doc: PDFKit.PDFDocument,
    readonly fuentes: Fuentes,
  ) {
    // pdfkit's type names only font files; pdfkit also accepts a font object (anything with `layout`).
    doc.registerFont('normal', fuentes.normal.pdf as unknown as string)
    doc.registerFont('negrita', fuentes.negrita.pdf as unknown as string)
  }

  /** One line of text, its top at y. With a width it is aligned inside it. */
  line(texto: string, x: number, y: number, estilo: Estilo, width = 0, align: Alineacion = 'left'): void {
    if (texto === '') return
    const spare = align === 'left' ? 0 : width - widthOf(this.fuentes, texto, estilo)
    this.doc
      .font(estilo.negrita ? 'negrita' : 'normal', estilo.size)
      .fillColor(estilo.color ?? NEGRO)
      .text(texto, x + (align === 'center' ? spare / 2 : spare), y + estilo.size, { lineBreak: false, baseline: 'alphabetic' })
  }

  /** Lines one under the other; returns the y under the last. */
  lines(textos: readonly string[], x: number, y: number, estilo: Estilo, width = 0, align: Alineacion = 'left'): number {
    textos.forEach((texto, i) => this.line(texto, x, y + i * lineHeight(estilo), estilo, width, align))
    return y + textos.length * lineHeight(estilo)
  }

  frame(x: number, y: number, width: number, height: number): void {
    this.doc.lineWidth(0.6).roundedRect(x, y, width, height, 5).stroke(BORDE)
  }

  band(x: number, y: number, width: number, height: number): void {
    this.doc.rect(x, y, width, height).fill(RELLENO)
  }

  rule(x: number, y: number, width: number): void {
    this.doc
      .lineWidth(0.4)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(RAYA)
  }
}

/** A piece of a page that does not split; its height is known before it is drawn. */
export interface Pieza {
  readonly height: number
  draw(lienzo: Lienzo, x: number, y: number): void
}

export const espacio = (height: number): Pieza => ({ height, draw: () => undefined })

/** Pieces one under the other, as one piece. */
export function stack(piezas: readonly Pieza[]): Pieza {
  return {
    height: piezas.reduce((total, { height }) => total + height, 0),
    draw: (lienzo, x, y) => {
      let top = y
      for (const pieza of piezas) {
        pieza.draw(lienzo, x, top)
        top += pieza.height
      }
    },
  }
}
