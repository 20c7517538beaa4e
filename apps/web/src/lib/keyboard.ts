const isMac = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

/** How the key of shortcuts is written: Ctrl, on a Mac ⌘. */
export const MOD_LABEL = isMac ? '⌘' : 'Ctrl'

/** Whether the key of shortcuts, and no other, is held. */
export const hasMod = ({ ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

/** ⌘ ⌫ on a Mac, whose keyboards often have no Supr. */
export const isDelete = (event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  hasMod(event) && (event.code === 'Delete' || (isMac && event.code === 'Backspace'))
