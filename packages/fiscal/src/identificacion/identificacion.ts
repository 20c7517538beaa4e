/** Checks of RUC, cédula, passport, foreign id and consumidor final: errors and warnings (O-62, SRI table 6). */
import { checkTexto } from '../valor/texto.ts'
import { SOLO_NUMEROS } from '../valor/validacion.ts'

export const TIPO_IDENTIFICACION = {
  RUC: '04',
  CEDULA: '05',
  PASAPORTE: '06',
  CONSUMIDOR_FINAL: '07',
  EXTERIOR: '08',
} as const
export type TipoIdentificacion = (typeof TIPO_IDENTIFICACION)[keyof typeof TIPO_IDENTIFICACION]

/** Those of somebody by name. */
export const TIPOS_IDENTIFICACION_PERSONA = [
  TIPO_IDENTIFICACION.RUC,
  TIPO_IDENTIFICACION.CEDULA,
  TIPO_IDENTIFICACION.PASAPORTE,
  TIPO_IDENTIFICACION.EXTERIOR,
] as const

export const TIPO_IDENTIFICACION_LABEL: Readonly<Record<TipoIdentificacion, string>> = {
  '04': 'RUC',
  '05': 'Cédula',
  '06': 'Pasaporte',
  '07': 'Consumidor final',
  '08': 'Identificación del exterior',
}

/** Identification and name of a sale to nobody in particular. */
export const CONSUMIDOR_FINAL = { identificacion: '9999999999999', razonSocial: 'CONSUMIDOR FINAL' } as const

export interface IdentificacionCheck {
  /** Whether the identification may be used. */
  valid: boolean
  /** Warning about a valid identification; Spanish. */
  warning?: string
  /** Reason of an invalid identification; Spanish. */
  problem?: string
}

const MAX_LENGTH = 20
const OK: IdentificacionCheck = { valid: true }
const refuse = (problem: string): IdentificacionCheck => ({ valid: false, problem })
const digitAt = (text: string, at: number): number => text.charCodeAt(at) - 48

/** Provinces are 01 to 24, and 30 for Ecuadorians registered abroad. */
function provinceExists(id: string): boolean {
  const province = Number(id.slice(0, 2))
  return (province >= 1 && province <= 24) || province === 30
}

/** Modulo 10 with coefficients 2,1,2…; products above 9 lose 9. */
function cedulaDigitIsRight(id: string): boolean {
  let total = 0
  for (let at = 0; at < 9; at += 1) {
    const product = digitAt(id, at) * (at % 2 === 0 ? 2 : 1)
    total += product > 9 ? product - 9 : product
  }
  return (10 - (total % 10)) % 10 === digitAt(id, 9)
}

const PRIVATE_WEIGHTS = [4, 3, 2, 7, 6, 5, 4, 3, 2]
const PUBLIC_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]

function modulo11IsRight(id: string, weights: readonly number[]): boolean {
  const rest = weights.reduce((total, weight, at) => total + weight * digitAt(id, at), 0) % 11
  // A rest of 1 needs the check digit 10, which does not exist, so such a number is never valid.
  return (rest === 0 ? 0 : 11 - rest) === digitAt(id, weights.length)
}

/** Whether the ten digits are a cédula: province, third digit 0 to 6, check digit. */
const isCedula = (id: string): boolean => provinceExists(id) && digitAt(id, 2) <= 6 && cedulaDigitIsRight(id)

function checkCedula(id: string): IdentificacionCheck {
  if (!/^\d*$/.test(id)) return refuse(SOLO_NUMEROS)
  if (id.length !== 10) return refuse('La cédula tiene 10 dígitos.')
  if (!provinceExists(id)) return refuse('Los dos primeros dígitos de la cédula no son de una provincia.')
  return isCedula(id) ? OK : refuse('La cédula no es correcta: revise sus dígitos.')
}

/** RUCs of some companies fail the old algorithm: the SRI itself only warns. */
const SUSPICIOUS: IdentificacionCheck = {
  valid: true,
  warning: 'El dígito verificador de este RUC no coincide con el algoritmo; el SRI ha emitido RUC así. Confirme el número.',
}

function checkRuc(ruc: string): IdentificacionCheck {
  if (!/^\d*$/.test(ruc)) return refuse(SOLO_NUMEROS)
  if (ruc.length !== 13) return refuse('El RUC tiene 13 dígitos.')
  if (ruc === CONSUMIDOR_FINAL.identificacion) return refuse('Trece nueves identifican al consumidor final, no a un RUC.')
  if (!provinceExists(ruc)) return refuse('Los dos primeros dígitos del RUC no son de una provincia.')
  const third = digitAt(ruc, 2)
  if (third === 6 && modulo11IsRight(ruc, PUBLIC_WEIGHTS) && !ruc.endsWith('0000')) return OK
  if (ruc.endsWith('000')) return refuse('Los tres últimos dígitos del RUC no pueden ser 000.')
  if (third <= 6 && isCedula(ruc.slice(0, 10))) return OK
  if (third === 9) return modulo11IsRight(ruc, PRIVATE_WEIGHTS) ? OK : SUSPICIOUS
  if (third === 6) return SUSPICIOUS
  return refuse(
    third < 6 ? 'El RUC no es correcto: sus diez primeros dígitos no son una cédula.' : 'El tercer dígito del RUC no es correcto.',
  )
}

/** Passports of ten or thirteen digits exist, so one that looks like a national number only gets a warning. */
const NATIONAL_LOOK: IdentificacionCheck[] = [
  { valid: true, warning: 'Estos 10 dígitos parecen una cédula: revise el tipo de identificación.' },
  { valid: true, warning: 'Estos 13 dígitos parecen un RUC: revise el tipo de identificación.' },
]

function checkLibre(id: string): IdentificacionCheck {
  const problem = checkTexto(id, { min: 1, max: MAX_LENGTH })
  if (problem !== undefined) return refuse(problem)
  const look = [checkCedula, checkRuc].findIndex((check) => check(id).valid)
  return NATIONAL_LOOK[look] ?? OK
}

/** Checks an identification, already trimmed, against its type. Unknown types are refused. */
export function checkIdentificacion(tipo: string, valor: string): IdentificacionCheck {
  switch (tipo) {
    case TIPO_IDENTIFICACION.RUC:
      return checkRuc(valor)
    case TIPO_IDENTIFICACION.CEDULA:
      return checkCedula(valor)
    case TIPO_IDENTIFICACION.CONSUMIDOR_FINAL:
      return valor === CONSUMIDOR_FINAL.identificacion ? OK : refuse('El consumidor final se identifica con trece nueves.')
    case TIPO_IDENTIFICACION.PASAPORTE:
    case TIPO_IDENTIFICACION.EXTERIOR:
      return checkLibre(valor)
    default:
      return refuse('Tipo de identificación desconocido.')
  }
}

/** The RUC of an issuer: as any RUC, and always the establishment 001 (XSD). */
export function checkRucEmisor(ruc: string): IdentificacionCheck {
  const check = checkRuc(ruc)
  if (!check.valid || ruc.endsWith('001')) return check
  return refuse('El RUC del emisor termina en 001.')
}

/**
 * Key of the person behind an identification: a natural person's cédula and RUC give the same text (O-62), and so do the RUCs of one
 * company's establishments.
 */
export function receptorKey(tipo: string, valor: string): string {
  if (tipo === TIPO_IDENTIFICACION.CEDULA) return `EC:${valor}`
  if (tipo === TIPO_IDENTIFICACION.RUC) return `EC:${valor.slice(0, 10)}`
  return `${tipo}:${valor}`
}

/** The likely type of a typed identification, for a form's first guess; undefined when nothing fits. */
export function guessTipoIdentificacion(valor: string): TipoIdentificacion | undefined {
  if (valor === CONSUMIDOR_FINAL.identificacion) return TIPO_IDENTIFICACION.CONSUMIDOR_FINAL
  if (checkCedula(valor).valid) return TIPO_IDENTIFICACION.CEDULA
  return checkRuc(valor).valid ? TIPO_IDENTIFICACION.RUC : undefined
}

/**
 * Type by shape: cédula or RUC by the number of digits, passport if a letter comes first. Undefined for a letter after digits, which may be
 * a typing error.
 */
export function tipoIdentificacionByShape(valor: string): TipoIdentificacion | undefined {
  if (/^[A-Za-z]/.test(valor)) return TIPO_IDENTIFICACION.PASAPORTE
  if (!/^\d{10,}$/.test(valor)) return undefined
  return valor.length === 10 ? TIPO_IDENTIFICACION.CEDULA : TIPO_IDENTIFICACION.RUC
}

/** Whether this is the RUC of a company: its third digit is 6 or 9, and a person's is below 6. */
export const isRucDeSociedad = (tipo: string, identificacion: string): boolean =>
  tipo === TIPO_IDENTIFICACION.RUC && Number(identificacion[2]) >= 6
