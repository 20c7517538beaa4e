import { parseMonto, type Monto } from '@yupana/fiscal'

const XSD_DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/

/** Any spelling that xsd:decimal allows: `+1.50`, `.5`, `007`, `1.5000000`. */
export function parseXsdDecimal(text: string): Monto | undefined {
  const direct = parseMonto(text)
  if (direct !== undefined) return direct
  const match = XSD_DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return undefined
  const digits = fraction.replace(/0+$/, '')
  return parseMonto(`${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}${digits === '' ? '' : `.${digits}`}`)
}
