import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Field that the server sorts by. */
  sort?: string
  align?: 'end'
  /** Short and of one piece: a number, a date, a word. */
  whole?: boolean
  /** The record of the row: the first column with text leads there. */
  href?: (row: Row) => string
  /** In a card, under 640 px: the title, or left out. */
  card?: 'title' | 'hidden'
}

export interface RowAction {
  label: string
  onSelect: () => void
  danger?: boolean
}
