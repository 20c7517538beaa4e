import { type CodecKey, decodePassword } from '@yupana/contract'
import { LONG_PASSWORD, isLongPassword, passwordStrength } from '@yupana/fiscal'

import { errors } from '../../errors.ts'
import { PRODUCTO } from '../../instalacion/version.ts'
import { acompanantes, ciudades, comunes, paseos } from './common-passwords.ts'

const MAX_LENGTH = 128
const DEBIL = `La contraseña lleva al menos 8 caracteres, con minúscula, mayúscula y número, o ${LONG_PASSWORD} o más de cualquier tipo.`
const COMUN = 'Esta contraseña es de las más usadas, y los números al final no la protegen: elija otra.'
const PROPIA =
  'La contraseña no puede ser su nombre, su usuario, su correo, su empresa, un lugar ni el producto, aunque lleve números al final: elija otra.'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** «P@ssw0rd» for «password»: every reading of the signs that stand for letters. */
const readings = (text: string): string[] => {
  const read = text
    .replaceAll('@', 'a')
    .replaceAll('4', 'a')
    .replaceAll('3', 'e')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('$', 's')
    .replaceAll('7', 't')
  return [text, ...['i', 'l'].map((letter) => read.replace(/[1!|]/g, letter))]
}

/** «abcabcabc» is «abc». */
const unitOf = (text: string) => /^(.+?)\1+$/.exec(text)?.[1] ?? text

const STEPS = ['abcdefghijklmnopqrstuvwxyz', '01234567890']
const isWalk = (text: string) =>
  text.length > 2 &&
  [...text].every((sign, at) => at === 0 || STEPS.some((row) => row.includes(text[at - 1] + sign) || row.includes(sign + text[at - 1])))

/** Fewest letters that are judged by themselves, without the signs between them. */
const FEWEST_LETTERS = 6

/** Readings of a password without numbers at its ends, without a final year and a sign or two, and by its letters alone. */
function coresOf(password: string): string[] {
  const text = plain(password)
  const bare = text.replace(/^[^\p{L}]+/u, '')
  const letters = text.replace(/[^\p{L}]/gu, '')
  const ends = [/[^\p{L}]+$/u, /(19|20)\d\d[^\p{L}]*$/u, /(19|20)\d\d.{0,2}$/u]
  const cores = [
    text,
    ...(letters.length < FEWEST_LETTERS ? [] : [letters]),
    ...ends.flatMap((end) => readings(bare.replace(end, ''))),
  ].flatMap((core) => [core, core.replace(/[^\p{L}\d]/gu, '')])
  return [...new Set(cores)].filter((core) => core !== '')
}

const SHORTEST_WORD = 3
const BETWEEN = ['de', 'y', 'el', 'la', 'del', 'los', 'las', 'sa', 'cia', 'com', 'ec']

/** Words of names, and each name as one word. */
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    texts
      .flatMap((text) => [...plain(text).split(/[^\p{L}]+/u), plain(text).replace(/[^\p{L}]/gu, '')])
      .filter((word) => word.length >= SHORTEST_WORD),
  )

/** Whether a text consists of these words only, in a row; `between` may stand behind the first. */
function consistsOf(text: string, words: ReadonlySet<string>, between: readonly string[] = BETWEEN): boolean {
  const reached = [true]
  for (let end = 1; end <= text.length; end++)
    reached[end] = reached.some(
      (isReached, start) =>
        isReached && start < end && (words.has(text.slice(start, end)) || (start > 0 && between.includes(text.slice(start, end)))),
    )
  return reached[text.length] === true
}

function isCommon(core: string): boolean {
  const unit = unitOf(core)
  return (
    comunes().has(core) ||
    comunes().has(unit) ||
    consistsOf(core, paseos(), []) ||
    isWalk(core) ||
    (unit !== core && (unit.length < SHORTEST_WORD || isWalk(unit)))
  )
}

/** Characters that people add at an end of a word to get past a list. */
const MAX_ADDED = 2
/** Shorter pieces of the middle occur in too many good passwords. */
const SHORTEST_OWN_INSIDE = 5
const SHORTEST_COMMON_INSIDE = 6
const ENDS = Array.from({ length: MAX_ADDED + 1 }, (_, n) => n)

/** A core without one or two characters at either end: «xecuador» hides «ecuador». */
const insidesOf = (core: string): string[] =>
  ENDS.flatMap((front) => ENDS.map((back) => core.slice(front, core.length - back))).filter((inside) => inside !== core)

/**
 * Why a password is refused as a new one (O-11, O-115); undefined when it is accepted. @param propias names of the person, of the companies
 * and of the product, as they are written
 */
export function newPasswordProblem(password: string, propias: readonly string[] = []): string | undefined {
  if (/\s/.test(password)) return 'No se permiten espacios en blanco.'
  if (password.length > MAX_LENGTH) return `${MAX_LENGTH} caracteres máximos.`
  if (passwordStrength(password) !== 'strong' && !isLongPassword(password)) return DEBIL
  const cores = coresOf(password)
  const propios = wordsOf([PRODUCTO, ...propias, ...ciudades()])
  if (cores.some((core) => consistsOf(core, propios) || consistsOf(unitOf(core), propios))) return PROPIA
  // A long password is free of this: the rest around a word makes it strong.
  const insides = isLongPassword(password) ? [] : cores.flatMap(insidesOf)
  if (insides.some((one) => one.length >= SHORTEST_OWN_INSIDE && consistsOf(one, propios))) return PROPIA
  if (insides.some((one) => one.length >= SHORTEST_COMMON_INSIDE && comunes().has(one))) return COMUN
  const juntas = new Set([...propios, ...acompanantes()])
  // The person's own name beside a word that everybody puts there. Words without a name may be a phrase.
  const isJunta = (core: string) => consistsOf(core, juntas) && !consistsOf(core, acompanantes())
  return cores.some((core) => isCommon(core) || isJunta(core)) ? COMUN : undefined
}

/** The new password in clear, ready to be hashed. @throws 422 at `campo`, with the reason */
export function requireNewPassword(
  encodedPassword: string,
  codecKeys: readonly CodecKey[],
  campo: string,
  propias: readonly string[],
): string {
  const password = decodePassword(encodedPassword, codecKeys)
  if (password === undefined) throw errors.field('PASSWORD', campo, 'La contraseña no llegó completa: vuelva a ingresarla.')
  const problem = newPasswordProblem(password, propias)
  if (problem) throw errors.field('PASSWORD', campo, problem)
  return password
}
