/** The specification's patterns and the password meter (R-5.2.x, R-5.4.x). */

/** Message of a required field (specification §5). */
export const CAMPO_REQUERIDO = 'Este campo es requerido.'

/** Pattern of a mail address; `isEmail` also checks its dots and length. */
export const PATRON_CORREO = /^([^\s@<>()[\]\\,;:"]{1,64})@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63})$/
export const PATRON_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const PLACA = /^[A-Za-z]{3,4}-\d{3,}$/
const DIGITS = /^\d+$/
const EMAIL_MAX = 254

/** E-mail: local part of 1 to 64 characters, top-level part of 2 to 63 letters. Expects it trimmed. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false
  const local = PATRON_CORREO.exec(text)?.[1]
  return local !== undefined && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
}

/** UUID in its standard form, versions 1 to 5. */
export const isUuid = (text: string): boolean => PATRON_UUID.test(text)

/** Vehicle plate: 3 or 4 letters, a hyphen, 3 or more digits. */
export const isPlaca = (text: string): boolean => PLACA.test(text)

/** Whether the text is only ASCII digits, at least one. */
export const isDigits = (text: string): boolean => DIGITS.test(text)

/** Message of a digits-only field with other characters. */
export const SOLO_NUMEROS = 'Este campo solo permite números.'

/** Whether an integer-only field accepts the text while typing: digits or nothing. */
export const isDigitsOrEmpty = (text: string): boolean => text === '' || isDigits(text)

export type PasswordStrength = 'empty' | 'weak' | 'medium' | 'strong'

/** Fewest characters of each strength. */
export const PASSWORD_MINIMUM = { medium: 6, strong: 8 } as const

/** A new password of this length is accepted with any characters (O-115). */
export const LONG_PASSWORD = 15

export const isLongPassword = (password: string): boolean => Array.from(password).length >= LONG_PASSWORD

/** Width of the meter's bar, in percent. */
export const PASSWORD_BAR: Readonly<Record<PasswordStrength, number>> = { empty: 0, weak: 33.33, medium: 66.66, strong: 100 }

/** Strength of a password. Only three kinds count (lowercase, uppercase, digit): special characters count for nothing. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 'empty'
  const length = Array.from(password).length
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /[0-9]/].filter((kind) => kind.test(password)).length
  if (kinds === 3 && length >= PASSWORD_MINIMUM.strong) return 'strong'
  return kinds >= 2 && length >= PASSWORD_MINIMUM.medium ? 'medium' : 'weak'
}
