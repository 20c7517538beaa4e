// Clave de acceso: its own check digit and its comparison with the document (group «key structure», code 58).

export interface Clave {
  readonly fecha: string
  readonly codDoc: string
  readonly ruc: string
  readonly ambiente: string
  readonly estab: string
  readonly ptoEmi: string
  readonly secuencial: string
  readonly tipoEmision: string
}

export const splitClave = (clave: string): Clave => ({
  fecha: `${clave.slice(0, 2)}/${clave.slice(2, 4)}/${clave.slice(4, 8)}`,
  codDoc: clave.slice(8, 10),
  ruc: clave.slice(10, 23),
  ambiente: clave.slice(23, 24),
  estab: clave.slice(24, 27),
  ptoEmi: clave.slice(27, 30),
  secuencial: clave.slice(30, 39),
  tipoEmision: clave.slice(47, 48),
})

export function checkDigit(first48: string): number {
  let total = 0
  for (let i = 0; i < 48; i += 1) total += (first48.charCodeAt(47 - i) - 48) * (2 + (i % 6))
  const digit = 11 - (total % 11)
  // Modulo 11: 11 is written 0 and 10 is written 1.
  return digit === 11 ? 0 : digit === 10 ? 1 : digit
}

export const isClave = (text: string): boolean => /^\d{49}$/.test(text)

/** Identity of a number, which a second document may not reuse. */
export const numberKey = (clave: string): string => clave.slice(8, 39)

/** First component of the key that differs from the document, in words; `fecha` is undefined for a guía, which has none. */
export function claveProblem(clave: string, documento: Omit<Clave, 'fecha'> & { readonly fecha: string | undefined }): string | undefined {
  if (checkDigit(clave) !== clave.charCodeAt(48) - 48) return 'el dígito verificador de la clave de acceso es incorrecto'
  const parts = splitClave(clave)
  if (parts.tipoEmision !== '1') return 'el tipo de emisión de la clave de acceso debe ser 1'
  for (const [name, value] of Object.entries(parts) as [keyof Clave, string][])
    if (documento[name] !== undefined && documento[name] !== value)
      return `la clave de acceso no coincide con el comprobante en ${name}: ${value} y ${documento[name]}`
  return undefined
}
