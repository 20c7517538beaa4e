/** The 49 digits that identify an electronic document and are its authorization number (ficha técnica, §5). */
import { isFecha, type Fecha } from '../valor/fecha.ts'

export interface ClaveAccesoPartes {
  fechaEmision: Fecha
  /** Two digits, SRI table 3: '01' factura … '07' retención. */
  codDoc: string
  /** RUC of the issuer, 13 digits. */
  ruc: string
  /** '1' pruebas, '2' producción. */
  ambiente: string
  estab: string
  ptoEmi: string
  /** Nine digits. */
  secuencial: string
  /** Eight digits, chosen by the issuer and never changed on a retry (O-86). */
  codigoNumerico: string
  /** Always '1': the offline scheme knows no other. */
  tipoEmision?: string | undefined
}

const DIGITS_49 = /^\d{49}$/

const PATTERNS: readonly [keyof ClaveAccesoPartes, RegExp][] = [
  ['codDoc', /^\d{2}$/],
  ['ruc', /^\d{13}$/],
  ['ambiente', /^[12]$/],
  ['estab', /^\d{3}$/],
  ['ptoEmi', /^\d{3}$/],
  ['secuencial', /^\d{9}$/],
  ['codigoNumerico', /^\d{8}$/],
  ['tipoEmision', /^\d$/],
]

/**
 * Modulo 11 of the clave de acceso: weights 2 to 7 repeating from the right. The authority writes 11 as 0 and 10 as 1.
 * RangeError when the text is not made of digits.
 */
export function digitoVerificador(digits: string): number {
  let total = 0
  let weight = 2
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const digit = digits.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) throw new RangeError('La clave de acceso lleva solo dígitos')
    total += digit * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const result = 11 - (total % 11)
  return result === 11 ? 0 : result === 10 ? 1 : result
}

/** The 49 digits of these parts. RangeError naming the part that is malformed. */
export function buildClaveAcceso(partes: ClaveAccesoPartes): string {
  const complete = { ...partes, tipoEmision: partes.tipoEmision ?? '1' }
  if (!isFecha(complete.fechaEmision)) throw new RangeError(`Clave de acceso: fechaEmision inválida (${complete.fechaEmision})`)
  for (const [name, pattern] of PATTERNS) {
    const value = complete[name]
    if (typeof value !== 'string' || !pattern.test(value)) throw new RangeError(`Clave de acceso: ${name} inválido (${value})`)
  }
  const [year, month, day] = complete.fechaEmision.split('-')
  const { codDoc, ruc, ambiente, estab, ptoEmi, secuencial, codigoNumerico, tipoEmision } = complete
  const digits = `${day}${month}${year}${codDoc}${ruc}${ambiente}${estab}${ptoEmi}${secuencial}${codigoNumerico}${tipoEmision}`
  return digits + String(digitoVerificador(digits))
}

/** Whether it is 49 digits with the right check digit. Says nothing about its content. */
export const claveAccesoIsValid = (clave: string): boolean =>
  DIGITS_49.test(clave) && digitoVerificador(clave.slice(0, 48)) === clave.charCodeAt(48) - 48

/** The parts of a clave, or undefined when its length, check digit or date is wrong. */
export function readClaveAcceso(clave: string): Required<ClaveAccesoPartes> | undefined {
  if (!claveAccesoIsValid(clave)) return undefined
  const fechaEmision = `${clave.slice(4, 8)}-${clave.slice(2, 4)}-${clave.slice(0, 2)}`
  if (!isFecha(fechaEmision)) return undefined
  return {
    fechaEmision,
    codDoc: clave.slice(8, 10),
    ruc: clave.slice(10, 23),
    ambiente: clave.slice(23, 24),
    estab: clave.slice(24, 27),
    ptoEmi: clave.slice(27, 30),
    secuencial: clave.slice(30, 39),
    codigoNumerico: clave.slice(39, 47),
    tipoEmision: clave.slice(47, 48),
  }
}
