import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** A text shows in two lines at most; what is no text is the cell's own affair. */
  cell: (row: Row) => ReactNode
  /** Field that the server sorts by. */
  sort?: string
  align?: 'end'
  /** Short and of one piece, never cut: a number, a date, an identification, a word. */
  whole?: boolean
  /** An address: one line, its end left out where it is long. */
  line?: boolean
  /** The record of the row: the first column with text leads there. */
  href?: (row: Row) => string
  /** Shows once somebody asks for it under «Columnas». */
  extra?: boolean
  /** In a card, under 640 px: the title, or left out. */
  card?: 'title' | 'hidden'
}

export interface RowAction {
  label: string
  onSelect: () => void
  danger?: boolean
}

/** How the text of a cell gives way: never, its end left out, or in two lines; undefined for what is no text. */
export type TextFit = 'whole' | 'line' | 'lines' | undefined

export const fitOf = ({ whole, align, line }: Pick<Column<never>, 'whole' | 'align' | 'line'>, content: ReactNode): TextFit => {
  if (whole || align === 'end') return 'whole'
  if (typeof content !== 'string') return undefined
  return line ? 'line' : 'lines'
}
