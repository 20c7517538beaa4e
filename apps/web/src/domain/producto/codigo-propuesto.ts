import { plainText } from '../../lib/formato/plain-text.ts'

const SMALL = new Set([
  'a',
  'al',
  'con',
  'de',
  'del',
  'el',
  'en',
  'la',
  'las',
  'los',
  'o',
  'para',
  'por',
  'sin',
  'u',
  'un',
  'una',
  'x',
  'y',
])
const PART = 3
const LONGEST_NUMBER = 6

/** A short code from the name: «Cemento 50 kg» gives CEM-50, «Martillo de carpintero» gives MAR-CAR. Empty for a name without letters. */
export function codigoOf(nombre: string): string {
  const words = (plainText(nombre).match(/[a-z0-9]+/g) ?? []).filter((word) => !SMALL.has(word))
  const [first, second] = words.filter((word) => /^[a-z]/.test(word))
  if (first === undefined) return ''
  const number = words.find((word) => /^\d+$/.test(word) && word.length <= LONGEST_NUMBER)
  return [first.slice(0, PART), number ?? second?.slice(0, PART)].filter(Boolean).join('-').toUpperCase()
}

/** The first free code of CEM-50, CEM-50-2, CEM-50-3 … */
export function libreOf(codigo: string, tomados: readonly string[]): string {
  const taken = new Set(tomados.map((one) => one.toUpperCase()))
  let libre = codigo
  for (let n = 2; taken.has(libre); n += 1) libre = `${codigo}-${n}`
  return libre
}
