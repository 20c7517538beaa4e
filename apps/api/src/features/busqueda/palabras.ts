const MAX_LENGTH = 40
/** Words of a search: each is one range of the index. */
const MAX_ASKED = 12
/** Stored words of one row; a long description is still found past its first dozen words. */
const MAX_STORED = 24

/** Without accents, in lower case: the form in which words are stored, compared and sorted. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

function distinctWords(texts: readonly (string | null | undefined)[], max: number): string[] {
  const words = texts.flatMap((text) => fold(text ?? '').split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '')
  return [...new Set(words.map((word) => [...word].slice(0, MAX_LENGTH).join('')))].slice(0, max)
}

/** Words by which a row is found; short and exact texts (codes, identification) come first. */
export const wordsOfRow = (...texts: readonly (string | null | undefined)[]): string[] => distinctWords(texts, MAX_STORED)

/** Words of a search. */
export const wordsOfQuery = (q: string): string[] => distinctWords([q], MAX_ASKED)

/** Key of the alphabetical order, without accents. */
export const ordenOf = (name: string): string => fold(name).replace(/\s+/gu, ' ').trim()
