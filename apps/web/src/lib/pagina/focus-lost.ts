/** Whether what had the focus is gone, and nothing has taken it since. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body
