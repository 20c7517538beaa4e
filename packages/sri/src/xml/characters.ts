// Everything outside XML 1.0's Char production, or a surrogate that needs the slower look below.
// oxlint-disable-next-line no-control-regex
const SUSPECT = /[\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/
// oxlint-disable-next-line no-control-regex
const ILLEGAL = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/u

/** Position of the first character that XML 1.0 forbids (lone surrogates included), or -1. */
export const illegalCharacterAt = (text: string): number => (SUSPECT.test(text) ? text.search(ILLEGAL) : -1)

/** Whether a code point may stand in an XML 1.0 document. */
export const isXmlCodePoint = (code: number): boolean =>
  (code >= 0x20 && code <= 0xd7ff) ||
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)

/** `U+0007`, for messages about characters that cannot be shown. */
export const codePointName = (text: string, at: number): string =>
  `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
