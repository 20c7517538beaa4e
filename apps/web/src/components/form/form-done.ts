import { createContext, type RefObject } from 'react'

/** Whether the form's values were saved, so that leaving it asks nothing. Read on leaving, never while rendering. */
export const FormDone = createContext<RefObject<boolean>>({ current: false })
