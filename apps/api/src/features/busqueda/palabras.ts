const MAX_LENGTH = 40
/** Words a question may have: each is one range of the index. */
const MAX_ASKED = 12
/** Words remembered of one row; a long description stays findable past its first dozen. */
const MAX_STORED = 24

/** Without accents, in lower case: how words are stored, compared and put in order. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

function distinctWords(texts: readonly (string | null | undefined)[], max: number): string[] {
  const words = texts.flatMap((text) => fold(text ?? '').split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '')
  return [...new Set(words.map((word) => [...word].slice(0, MAX_LENGTH).join('')))].slice(0, max)
}

/** Words by which a row is found; name the short and exact texts (codes, identification) first. */
export const wordsOfRow = (...texts: readonly (string | null | undefined)[]): string[] => distinctWords(texts, MAX_STORED)

/** Words somebody asks for. */
export const wordsOfQuery = (q: string): string[] => distinctWords([q], MAX_ASKED)

/** Key by which a list stands in alphabetical order, accents apart. */
export const ordenOf = (name: string): string => fold(name).replace(/\s+/gu, ' ').trim()
