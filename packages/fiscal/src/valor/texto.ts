/** Fiscal text: characters allowed in XML, RIDE, screen and mail alike (O-111). Lengths count code points. */

export interface TextoReglas {
  /** Fewest code points; 1 makes it required. */
  min?: number
  /** Most code points. */
  max?: number
  /** Whether the RIDE's font has a character; a missing character is refused by name. */
  isPrintable?: (character: string) => boolean
}

/** Controls, invisible marks, surrogates, private use, line and paragraph separators, and the noncharacters. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u

/** Length in code points: an emoji counts once. */
export function lengthOf(texto: string): number {
  let length = texto.length
  for (let at = 0; at < texto.length - 1; at += 1) {
    const unit = texto.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = texto.charCodeAt(at + 1)
    if (next >= 0xdc00 && next <= 0xdfff) length -= 1
  }
  return length
}

/**
 * Normalizes typed text: composed accents (NFC), no surrounding space, single plain spaces inside. Line breaks and tabs become spaces;
 * other forbidden characters stay, and checkTexto names them.
 */
export const normalizeTexto = (texto: string): string => texto.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** A sentence that ends with a name: one dot, also after «DEMO S.A.». */
export const conPunto = (texto: string): string => (texto.endsWith('.') ? texto : `${texto}.`)

/** A character in a message: itself if visible, and always its code. */
function nameOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return FORBIDDEN.test(character) ? code : `«${character}» (${code})`
}

function forbiddenIn(texto: string): string | undefined {
  if (/[\n\r\u{2028}\u{2029}\u{85}\v\f]/u.test(texto)) return 'No se permiten saltos de línea.'
  const found = FORBIDDEN.exec(texto)
  return found ? `El carácter ${nameOf(found[0])} no está permitido.` : undefined
}

function unprintableIn(texto: string, isPrintable: (character: string) => boolean): string | undefined {
  for (const character of texto) {
    if (!isPrintable(character)) return `El carácter ${nameOf(character)} no se puede imprimir.`
  }
  return undefined
}

/** The first reason why the text cannot be used, in Spanish; undefined when it can. Expects it normalised. */
export function checkTexto(texto: string, { min = 0, max, isPrintable }: TextoReglas = {}): string | undefined {
  if (texto === '' && min > 0) return 'Este campo es requerido.'
  const forbidden = forbiddenIn(texto)
  if (forbidden !== undefined) return forbidden
  if (texto !== texto.trim()) return 'No se permiten espacios al inicio ni al final.'
  const length = lengthOf(texto)
  if (length < min) return `${min} caracteres mínimos.`
  if (max !== undefined && length > max) return `${max} caracteres máximos.`
  return isPrintable ? unprintableIn(texto, isPrintable) : undefined
}
