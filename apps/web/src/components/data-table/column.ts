import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** Text is cut after two lines; other content sets its own size. */
  cell: (row: Row) => ReactNode
  /** Field by which the server sorts. */
  sort?: string
  align?: 'end'
  /** Short content that is never cut: a number, a date, an identification, a word. */
  whole?: boolean
  /** An address: one line, cut at its end. */
  line?: boolean
  /** Address of the row's record; it becomes the link of the first text column. */
  href?: (row: Row) => string
  /** Hidden until the user shows it under «Columnas». */
  extra?: boolean
  /** In a card (under 640 px): used as the title, or left out. */
  card?: 'title' | 'hidden'
}

export interface RowAction {
  label: string
  onSelect: () => void
  danger?: boolean
}

/** How the text of a cell is cut: never, at the end of one line, or after two lines; undefined for content other than text. */
export type TextFit = 'whole' | 'line' | 'lines' | undefined

/** A document number, with the word for its kind and its instalment; or a text without letters. */
const FIGURE = /^(?:\p{L}[\p{L}. ]{0,28} )?\d{3}-\d{3}-\d{9}(?: \(\d+\/\d+\))?$|^[$\d][\d/.,:%-]*$/u

export const isFigure = (text: string): boolean => FIGURE.test(text)

/** Longest word, in characters, that takes no more room in one line than in two. */
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
