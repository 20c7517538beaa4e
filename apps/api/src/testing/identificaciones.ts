import { checkIdentificacion } from '@yupana/fiscal'

/** A cédula that passes, different for each `n` up to 99.999. */
export function cedulaOf(n: number): string {
  const head = `171${String(n).padStart(6, '0')}`
  const digit = [...'0123456789'].find((last) => checkIdentificacion('05', head + last).valid)
  return head + (digit ?? '')
}

/** The RUC of the same natural person. */
export const rucOf = (cedula: string): string => `${cedula}001`

/** A company's RUC whose check digit the old algorithm refuses; the authority has issued such. */
export const rucDudoso = (): string => {
  const found = Array.from({ length: 10 }, (_, n) => `179001234${n}001`).find((ruc) => checkIdentificacion('04', ruc).warning !== undefined)
  if (found === undefined) throw new Error('every RUC passes')
  return found
}
