const isMac = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

/** How the key of shortcuts is written: Ctrl, on a Mac ⌘. */
export const MOD_LABEL = isMac ? '⌘' : 'Ctrl'

/** Whether the key of shortcuts, and no other, is held. */
export const hasMod = ({
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

/** ⌘ ⌫ on a Mac, whose keyboards often have no Supr. */
export const isDelete = (event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  hasMod(event) && (event.code === 'Delete' || (isMac && event.code === 'Backspace'))

/** Keys held together, as a screen or its help names them. */
export interface Combinacion {
  /** Physical key, so that every keyboard has it in the same place. */
  readonly code?: string
  /** The character, where that is what somebody looks for on the keyboard. */
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

/** How a combination is written: «Ctrl D», «Alt N», «?». */
export const nombreOf = ({ code = '', key, alt, ctrl, shift }: Combinacion): string =>
  [ctrl && MOD_LABEL, alt && 'Alt', shift && 'Mayús', key ?? NOMBRES[code] ?? code.replace(/^Key/, '')].filter(Boolean).join(' ')
