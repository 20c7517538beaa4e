import type { Fuentes } from '../fuentes/fuentes.ts'

export interface Estilo {
  /** Points. */
  readonly size: number
  readonly negrita?: boolean
  readonly color?: string
}

/** Distance between the tops of two lines, as a multiple of the size. */
const INTERLINEA = 1.24

export const lineHeight = ({ size }: Estilo): number => size * INTERLINEA

export const widthOf = (fuentes: Fuentes, texto: string, { size, negrita }: Estilo): number =>
  (negrita ? fuentes.negrita : fuentes.normal).widthOf(texto, size)

/** Breaks a text into lines no wider than `width` points: at spaces if possible, else inside a word. */
export function wrapTexto(fuentes: Fuentes, texto: string, width: number, estilo: Estilo): string[] {
  const measure = (part: string): number => widthOf(fuentes, part, estilo)
  const whole = texto.normalize('NFC').replace(/\s+/gu, ' ').trim()
  if (measure(whole) <= width) return [whole]
  const lines: string[] = []
  let line = ''
  for (const word of whole.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = measure(word) <= width ? [word] : breakWord(word, width, measure)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  return [...lines, line]
}

/** The text on one line, cut with «…» if it is too wide. */
export function shorten(fuentes: Fuentes, texto: string, width: number, estilo: Estilo): string {
  const [first = '', ...rest] = wrapTexto(fuentes, texto, width - widthOf(fuentes, '…', estilo), estilo)
  return rest.length === 0 || widthOf(fuentes, texto, estilo) <= width ? texto : `${first}…`
}

function breakWord(word: string, width: number, measure: (part: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
