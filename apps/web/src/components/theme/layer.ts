import { createContext } from 'react'

import { LAYERS } from './tokens.ts'

/** Where things that pop over the page stand: above a dialog when they are opened from inside one. */
export const PopoverLayer = createContext<number>(LAYERS.overlay)
