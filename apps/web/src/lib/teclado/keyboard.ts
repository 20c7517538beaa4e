const isMac = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

/** Label of the shortcut key: Ctrl, on a Mac ⌘. */
export const MOD_LABEL = isMac ? '⌘' : 'Ctrl'

/** Whether the shortcut key is held, and no other. */
export const hasMod = ({
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

/** Ctrl Supr, or ⌘ ⌫ on a Mac, whose keyboards often have no Supr. */
export const isDelete = (event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  hasMod(event) && (event.code === 'Delete' || (isMac && event.code === 'Backspace'))

/** A combination of keys, as screens and their help name it. */
export interface Combinacion {
  /** Physical key: it has the same place on every keyboard. */
  readonly code?: string
  /** The character, for shortcuts that the user finds by the sign on the key. */
  readonly key?: string
  readonly alt?: boolean
  /** Control, or Command on a Mac. */
  readonly ctrl?: boolean
  readonly shift?: boolean
}

export const holds = (event: KeyboardEvent, { code, key, alt = false, ctrl = false, shift = false }: Combinacion): boolean =>
  (key === undefined ? event.code === code && event.shiftKey === shift : event.key === key) &&
  event.altKey === alt &&
  (event.ctrlKey || event.metaKey) === ctrl

const NOMBRES: Readonly<Record<string, string>> = { Escape: 'Esc', Delete: 'Supr', ArrowUp: '↑', ArrowDown: '↓' }

/** The text of a combination: «Ctrl D», «Alt N», «?». */
export const nombreOf = ({ code = '', key, alt, ctrl, shift }: Combinacion): string =>
  [ctrl && MOD_LABEL, alt && 'Alt', shift && 'Mayús', key ?? NOMBRES[code] ?? code.replace(/^Key/, '')].filter(Boolean).join(' ')
