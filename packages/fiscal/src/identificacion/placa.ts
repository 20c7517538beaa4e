/** Plates: the specification's pattern, other plates declared by the user, and the SRI's spelling. */
import type { Problema } from '../valor/problema.ts'
import { checkTexto } from '../valor/texto.ts'
import { isPlaca } from '../valor/validacion.ts'

const SRI = /^[A-Z]{3}\d{4}$/
const LETTERS_AND_DIGITS = /^([A-Z]{3})-?(\d{3,4})$/

/** Why a plate cannot be used. `otra`: the user declared «moto / otra placa», which takes any text of up to 20. */
export function checkPlaca(placa: string, otra: boolean, campo: string): Problema[] {
  if (!otra) return isPlaca(placa) ? [] : [{ campo, mensaje: 'Ingrese una placa válida.' }]
  const mensaje = checkTexto(placa, { min: 1, max: 20 })
  return mensaje === undefined ? [] : [{ campo, mensaje }]
}

/**
 * Plate of commercial transport in the SRI's spelling (ficha, annex 25): ABC1234, three digits padded with a zero. Undefined for other
 * plates.
 */
export function placaSri(placa: string): string | undefined {
  const match = LETTERS_AND_DIGITS.exec(placa.toUpperCase())
  return match ? `${match[1] ?? ''}${(match[2] ?? '').padStart(4, '0')}` : undefined
}

/** Whether the plate is in the SRI's spelling for commercial transport. */
export const isPlacaSri = (placa: string): boolean => SRI.test(placa)
