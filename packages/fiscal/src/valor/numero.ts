/** Document numbers: establecimiento, punto de emisión and secuencial, `001-002-000000123`. */

export interface NumeroComprobante {
  /** Three digits. */
  estab: string
  /** Three digits. */
  ptoEmi: string
  /** 1 to 999999999. */
  secuencial: number
}

export const SECUENCIAL_MAX = 999_999_999

const CODIGO = /^\d{3}$/
const WITH_DASHES = /^(\d{3})-(\d{3})-(\d{9})$/
/** Pattern of a printed number. `whyNotNumero` checks that its parts count from one. */
export const PATRON_NUMERO = WITH_DASHES
export const NUMERO_DESDE_CERO = 'Establecimiento y punto van desde 001, y el secuencial desde 000000001.'
const WITHOUT_DASHES = /^(\d{3})(\d{3})(\d{9})$/

/** Whether the text is a code of an establecimiento or punto de emisión: three digits, from 001. */
export const isCodigoEstablecimiento = (text: string): boolean => CODIGO.test(text) && text !== '000'

export const isSecuencial = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= SECUENCIAL_MAX

/** Nine digits with leading zeros. RangeError outside 1 to 999999999. */
export function formatSecuencial(secuencial: number): string {
  if (!isSecuencial(secuencial)) throw new RangeError(`Secuencial fuera de rango: ${secuencial}`)
  return String(secuencial).padStart(9, '0')
}

/** `001-002-000000123`. RangeError when a part is malformed. */
export function formatNumero({ estab, ptoEmi, secuencial }: NumeroComprobante): string {
  if (!CODIGO.test(estab)) throw new RangeError(`Establecimiento inválido: ${estab}`)
  if (!CODIGO.test(ptoEmi)) throw new RangeError(`Punto de emisión inválido: ${ptoEmi}`)
  return `${estab}-${ptoEmi}-${formatSecuencial(secuencial)}`
}

/** The fifteen digits without dashes, for numDocSustento of a retención. */
export const compactNumero = (numero: NumeroComprobante): string => formatNumero(numero).replaceAll('-', '')

/** Reads `001-002-000000123` or its fifteen digits; undefined for anything else, and for a part of zero. */
export function parseNumero(text: string): NumeroComprobante | undefined {
  const match = WITH_DASHES.exec(text) ?? WITHOUT_DASHES.exec(text)
  if (!match) return undefined
  const [, estab = '', ptoEmi = '', digits = ''] = match
  const secuencial = Number(digits)
  return isCodigoEstablecimiento(estab) && isCodigoEstablecimiento(ptoEmi) && isSecuencial(secuencial)
    ? { estab, ptoEmi, secuencial }
    : undefined
}

/** Problem of a document number with dashes; undefined for a valid one. */
export function whyNotNumero(text: string): string | undefined {
  if (!PATRON_NUMERO.test(text)) return 'Escriba el número del comprobante como 001-001-000000001.'
  return parseNumero(text) ? undefined : NUMERO_DESDE_CERO
}

const AUTORIZACION = /^(\d{10}|\d{37}|\d{49})$/

/** Number of authorisation of a document: 10 digits on paper, 37 of the old online scheme, 49 (the clave) today. */
export const isAutorizacion = (text: string): boolean => AUTORIZACION.test(text)
