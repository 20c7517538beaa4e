const MOST = 100

/** What people call themselves, in a letter to a stranger: one short line, with nothing in it that a mail program makes a link of. */
export const sinEnlaces = (nombre: string): string =>
  nombre
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST)
    .replace(/:\/+/g, ': ')
    .replace(/([.。．｡@])(?=[\p{L}\p{N}-]{2})/gu, '$1 ')
