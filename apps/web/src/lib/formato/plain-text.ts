/** A text as it is looked for: neither accents nor capitals count. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
