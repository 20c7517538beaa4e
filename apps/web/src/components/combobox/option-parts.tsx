import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './combobox.module.css'

interface OptionRecordProps {
  title: string
  detail: string
  /** At the right edge: a price. */
  figure?: string | undefined
}

/** A record as lists offer it. */
export const OptionRecord = ({ title, detail, figure }: OptionRecordProps) => (
  <>
    <span className={classes.title}>{title}</span>
    <span className={classes.detail}>{detail}</span>
    {figure !== undefined && <span className={classes.figure}>{figure}</span>}
  </>
)

/** «Crear “…”»; while nothing was typed, what would be created. */
export const OptionCreate = ({ text, what }: { text: string; what: string }) => (
  <span className={classes.create}>
    <IconPlus size={16} aria-hidden="true" />
    {text === '' ? `Crear ${what}` : `Crear “${text}”`}
  </span>
)

/** What else can be done with the words that were typed. */
export const OptionWords = ({ children }: { children: ReactNode }) => (
  <span className={classes.create}>
    <IconPencil size={16} aria-hidden="true" />
    {children}
  </span>
)
