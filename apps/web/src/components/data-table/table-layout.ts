import type { Preferencia } from '@yupana/contract'

import type { Column } from './column.ts'

/** How somebody likes a table, and how to change it. Who keeps it is no matter of the table. */
export interface TableLayout {
  value: Preferencia
  isReady: boolean
  change: (changes: Partial<Preferencia>) => void
}

/** The way to the record always shows. */
export const isFixed = ({ href }: Pick<Column<never>, 'href'>): boolean => href !== undefined

export const shownColumns = <Row>(columns: readonly Column<Row>[], layout: TableLayout | undefined): readonly Column<Row>[] =>
  columns.filter((column) => isFixed(column) || !layout?.value.ocultas.includes(column.id))
