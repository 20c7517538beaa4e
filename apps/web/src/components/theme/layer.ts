import { createContext } from 'react'

import { LAYERS } from './tokens.ts'

/** Layer of popovers: above a dialog when opened inside one. */
export const PopoverLayer = createContext<number>(LAYERS.overlay)
