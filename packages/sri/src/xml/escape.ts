import { codePointName, illegalCharacterAt } from './characters.ts'
import { XmlError } from './xml-error.ts'

// Replacements of Canonical XML 1.0 §2.3, because the signer hashes this text as it stands.
const TEXT = /[&<>\r]/g
const ATTRIBUTE = /[&<"\t\n\r]/g
// oxlint-disable-next-line no-control-regex
const NEEDS_CARE_IN_TEXT = /[&<>\r\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/
// oxlint-disable-next-line no-control-regex
const NEEDS_CARE_IN_ATTRIBUTE = /[&<"\0-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

const reference = (character: string): string => REFERENCES[character] ?? character

function refuseIllegal(text: string): void {
  const at = illegalCharacterAt(text)
  if (at >= 0) throw new XmlError('SYNTAX', `El carácter ${codePointName(text, at)} no puede escribirse en XML.`)
}

/** Text content in canonical form. Throws `XmlError` for a character that XML 1.0 forbids. */
export function escapeText(text: string): string {
  if (!NEEDS_CARE_IN_TEXT.test(text)) return text
  refuseIllegal(text)
  return text.replace(TEXT, reference)
}

/** Attribute value (without its quotes) in canonical form. Throws `XmlError` for a character that XML 1.0 forbids. */
export function escapeAttribute(text: string): string {
  if (!NEEDS_CARE_IN_ATTRIBUTE.test(text)) return text
  refuseIllegal(text)
  return text.replace(ATTRIBUTE, reference)
}
