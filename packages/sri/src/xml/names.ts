const START =
  ':A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
const NAME = new RegExp(`[${START}][${START}\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`, 'uy')

const isAsciiStart = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58
const isAsciiPart = (code: number) => isAsciiStart(code) || (code >= 48 && code <= 57) || code === 45 || code === 46

/** End of the XML name that starts at `at`, or `at` itself when none does. */
export function nameEnd(text: string, at: number): number {
  let end = at
  if (isAsciiStart(text.charCodeAt(end))) {
    end++
    while (isAsciiPart(text.charCodeAt(end))) end++
    if (!(text.charCodeAt(end) >= 0x80)) return end
  }
  NAME.lastIndex = at
  return NAME.test(text) ? NAME.lastIndex : at
}

export const isXmlSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13

/** First position at or after `at` that is not white space. */
export function skipSpace(text: string, at: number): number {
  let end = at
  while (isXmlSpace(text.charCodeAt(end))) end++
  return end
}
