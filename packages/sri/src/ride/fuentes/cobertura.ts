import { RANGOS } from './cobertura-tabla.ts'

// A table of ranges decides, so that a form can be checked without loading the fonts.

/** Whitespace is drawn as a space; other rules decide whether a text may contain it. */
const BLANCOS = '\t\n\r '

/**
 * Characters of a text that the RIDE's font cannot draw, each once, in order of appearance (O-111). The text is composed first, as in
 * print: letters with separate accents are joined. Empty when all can be printed.
 */
export function unprintableIn(texto: string): string[] {
  const missing = new Set<string>()
  for (const character of texto.normalize('NFC')) {
    if (!BLANCOS.includes(character) && !isCovered(character.codePointAt(0) ?? 0)) missing.add(character)
  }
  return [...missing]
}

/** Whether the RIDE can print all of a text. */
export const isPrintable = (texto: string): boolean => unprintableIn(texto).length === 0

/** Binary search over the bounds: an odd number of bounds at or below the code point means it is inside a range. */
function isCovered(codePoint: number): boolean {
  const bounds = readRangos()
  let low = 0
  let high = bounds.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] ?? 0) <= codePoint) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

let read: Uint32Array | undefined

function readRangos(): Uint32Array {
  if (read === undefined) {
    let at = 0
    read = Uint32Array.from(RANGOS.split(' '), (step) => (at += parseInt(step, 36)))
  }
  return read
}

/** Text of the table: starts and ends of ranges in turn (the end excluded), each as the distance from the previous bound, base 36. */
export function writeRangos(isIncluded: (codePoint: number) => boolean, last: number): string {
  const steps: string[] = []
  let previous = 0
  let inside = false
  for (let codePoint = 0; codePoint <= last + 1; codePoint++) {
    if ((codePoint <= last && isIncluded(codePoint)) === inside) continue
    steps.push((codePoint - previous).toString(36))
    previous = codePoint
    inside = !inside
  }
  return steps.join(' ')
}
