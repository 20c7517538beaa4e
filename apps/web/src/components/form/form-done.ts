import { createContext, type RefObject } from 'react'

/** Whether what the form holds was saved: from then on leaving it asks nothing. Read when somebody leaves, never while drawing. */
export const FormDone = createContext<RefObject<boolean>>({ current: false })
