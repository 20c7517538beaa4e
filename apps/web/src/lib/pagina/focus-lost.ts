/** Whether the focused element has gone and no other has the focus. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body
