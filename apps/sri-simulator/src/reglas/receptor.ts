// Identification rules of receiver and issuer.

const provinceIsKnown = (text: string): boolean => {
  const province = Number(text.slice(0, 2))
  return (province >= 1 && province <= 24) || province === 30
}

export function cedulaIsValid(text: string): boolean {
  if (!/^\d{10}$/.test(text) || !provinceIsKnown(text) || Number(text[2]) > 6) return false
  let total = 0
  for (let i = 0; i < 9; i += 1) {
    const product = Number(text[i]) * (i % 2 === 0 ? 2 : 1)
    total += product > 9 ? product - 9 : product
  }
  return (10 - (total % 10)) % 10 === Number(text[9])
}

/** Thirteen digits, a province, an establishment. Modulo 11 is not checked: the registry has RUCs that fail it. */
export const rucIsWellFormed = (text: string): boolean =>
  /^\d{13}$/.test(text) && provinceIsKnown(text) && !text.endsWith('000') && (Number(text[2]) >= 6 || cedulaIsValid(text.slice(0, 10)))

export const CONSUMIDOR_FINAL = '9999999999999'

/** Whether the identification has a wrong shape for its kind: a warning (62), never a refusal. */
export function identificacionIsMalformed(tipo: string, valor: string): boolean {
  if (tipo === '04') return !rucIsWellFormed(valor)
  if (tipo === '05') return !cedulaIsValid(valor)
  return false
}
