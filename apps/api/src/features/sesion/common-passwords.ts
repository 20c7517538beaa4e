import { createRequire } from 'node:module'

import { LUGARES } from './comunes-lugares.ts'
import { APELLIDOS, NOMBRES } from './comunes-nombres.ts'
import { GUSTOS, OTRAS, PRIMERAS } from './comunes-palabras.ts'

// Common passwords without their endings (O-115): those counted in leaks, lists of our own words, and the ways in which people join two of
// them.

const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1234567890',
]
const SHORTEST_WALK = 4

interface Medidas {
  dictionary: { 'passwords-common': readonly string[] }
}

/** The fifty thousand most used passwords of the world, loaded when the first password is set. */
function medidas(): string[] {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as Medidas
  const letters = dictionary['passwords-common'].map((one) => one.toLowerCase().replace(/[^a-z0-9]/g, ''))
  return letters.flatMap((one) => [one, one.replace(/\d+$/, '')]).filter((one) => one.length >= SHORTEST_WALK)
}

/** Pieces of rows of the keyboard and of the alphabet, in both directions. */
const walks = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
  .flatMap((row) =>
    Array.from({ length: row.length - SHORTEST_WALK + 1 }, (_, at) =>
      Array.from({ length: row.length - at - SHORTEST_WALK + 1 }, (_, n) => row.slice(at, at + SHORTEST_WALK + n)),
    ).flat(),
  )
  .filter((walk) => walk.length <= 16)

const BEFORE_NAMES = ['amo', 'amor', 'teamo', 'tequiero', 'mi', 'soy', 'iloveyou', 'love', 'el', 'la']
const AFTER_NAMES = ['amor', 'teamo', 'ec', 'love', 'bonita', 'loco', 'jr']
const BEFORE_WORDS = ['mi', 'el', 'la', 'my', 'the']

function compose(): Set<string> {
  const [nombres, palabras] = [wordsOf(NOMBRES), [PRIMERAS, GUSTOS, OTRAS].flatMap(wordsOf)]
  return new Set([
    ...medidas(),
    ...palabras,
    ...nombres,
    ...wordsOf(APELLIDOS),
    ...wordsOf(LUGARES),
    ...walks,
    ...nombres.flatMap((nombre) => [
      ...BEFORE_NAMES.map((word) => word + nombre),
      ...AFTER_NAMES.map((word) => nombre + word),
      nombre + nombre,
    ]),
    ...wordsOf(GUSTOS).flatMap((palabra) => BEFORE_WORDS.map((word) => word + palabra)),
  ])
}

let composed: Set<string> | undefined

/** Common passwords, lowercase and without accents, composed when the first password is set. */
export const comunes = (): ReadonlySet<string> => (composed ??= compose())

let first: Set<string> | undefined

/** Words that people write before or behind a name of their own: «password», «amo», «admin». */
export const acompanantes = (): ReadonlySet<string> =>
  (first ??= new Set([...wordsOf(PRIMERAS), ...wordsOf(GUSTOS), ...BEFORE_NAMES, ...AFTER_NAMES, ...BEFORE_WORDS]))

let walked: Set<string> | undefined

/** Runs of at least four signs along a row of a keyboard. */
export const paseos = (): ReadonlySet<string> => (walked ??= new Set(walks))

export const ciudades = (): string[] => wordsOf(LUGARES)
