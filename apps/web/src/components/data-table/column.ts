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

/** The number of a document, with the word for its kind and its instalment, or what has no letters at all. */
const FIGURE = /^(?:\p{L}[\p{L}. ]{0,28} )?\d{3}-\d{3}-\d{9}(?: \(\d+\/\d+\))?$|^[$\d][\d/.,:%-]*$/u

export const isFigure = (text: string): boolean => FIGURE.test(text)

/** Characters of a word that takes no more room in one line than in two. */
const SHORT = 12

export const fitOf = (
  { whole, align, line }: Pick<Column<never>, 'whole' | 'align' | 'line'>,
  content: ReactNode,
  isSized = false,
): TextFit => {
  if (whole || align === 'end') return 'whole'
  if (typeof content !== 'string') return undefined
  if (isFigure(content) || (content.length <= SHORT && !isSized)) return 'whole'
  return line ? 'line' : 'lines'
}
