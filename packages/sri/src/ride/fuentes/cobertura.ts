import { RANGOS } from './cobertura-tabla.ts'

// Decided from a table of ranges, so that whoever checks a form need not load the fonts.

/** Whitespace is drawn as a space; whether a text may hold it is not for the font to say. */
const BLANCOS = '\t\n\r '

/**
 * The characters of a text that the RIDE's font cannot draw, each once, in order of appearance (O-111). Looks at the text as
 * it is printed: letters written with separate accents are joined first. Empty when all can be printed.
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

/** The table's text: starts and ends of ranges in turn (the end excluded), each as the distance from the one before, base 36. */
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
