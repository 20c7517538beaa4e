import { isXmlCodePoint } from './characters.ts'
import { XmlError } from './xml-error.ts'

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
const CHARACTER = /^#(?:([0-9]{1,10})|x([0-9a-fA-F]{1,10}))$/
const LONGEST = 13

function characterOf(name: string): string {
  const [, decimal, hexadecimal] = CHARACTER.exec(name) ?? []
  if (decimal === undefined && hexadecimal === undefined)
    throw new XmlError('SYNTAX', 'El XML tiene un «&» que no es una de las cinco entidades ni una referencia de carácter.')
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10)
  if (!isXmlCodePoint(code)) throw new XmlError('SYNTAX', `La referencia &${name}; nombra un carácter que XML no admite.`)
  return String.fromCodePoint(code)
}

/** Replaces the five predefined entities and the character references; any other `&` throws `XmlError` SYNTAX. */
export function decodeReferences(text: string): string {
  let at = text.indexOf('&')
  if (at < 0) return text
  let decoded = ''
  let from = 0
  // An escaped document has thousands of references, so the five names are found without a regular expression.
  for (; at >= 0; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at)
    const name = end < 0 || end - at > LONGEST ? '' : text.slice(at + 1, end)
    decoded += text.slice(from, at) + (PREDEFINED.get(name) ?? characterOf(name))
    from = end + 1
  }
  return decoded + text.slice(from)
}
