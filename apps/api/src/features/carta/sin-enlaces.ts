const MOST = 100

/** A typed name in a letter to a stranger: one short line, without any text that a mail program turns into a link. */
export const sinEnlaces = (nombre: string): string =>
  nombre
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST)
    .replace(/:\/+/g, ': ')
    .replace(/([.。．｡@])(?=[\p{L}\p{N}-]{2})/gu, '$1 ')
