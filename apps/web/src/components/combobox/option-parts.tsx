import { IconPencil, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './combobox.module.css'

interface OptionRecordProps {
  title: string
  detail: string
  /** Text at the right edge: a price. */
  figure?: string | undefined
}

/** A record as an option of a list. */
export const OptionRecord = ({ title, detail, figure }: OptionRecordProps) => (
  <>
    <span className={classes.title}>{title}</span>
    <span className={classes.detail}>{detail}</span>
    {figure !== undefined && <span className={classes.figure}>{figure}</span>}
  </>
)

/** «Crear “…”» with the typed text, or the kind of record while the text is empty. */
export const OptionCreate = ({ text, what }: { text: string; what: string }) => (
  <span className={classes.create}>
    <IconPlus size={16} aria-hidden="true" />
    {text === '' ? `Crear ${what}` : `Crear “${text}”`}
  </span>
)

/** Another action with the typed text. */
export const OptionWords = ({ children }: { children: ReactNode }) => (
  <span className={classes.create}>
    <IconPencil size={16} aria-hidden="true" />
    {children}
  </span>
)
