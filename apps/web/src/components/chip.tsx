import type { ReactNode } from 'react'

import classes from './chip.module.css'

export type ChipTone = 'neutral' | 'info' | 'progress' | 'success' | 'warning' | 'danger' | 'void'

/** A state in a word; colour alone never carries it. */
export const Chip = ({ tone, isDraft = false, children }: { tone: ChipTone; isDraft?: boolean | undefined; children: ReactNode }) => (
  <span className={classes.chip} data-tone={tone} data-draft={isDraft || undefined}>
    {children}
  </span>
)
