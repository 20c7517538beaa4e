import { sql, type RawBuilder } from 'kysely'

// A list is continued from its last row, by the values of its order: no row is read twice or left out, even if rows are added meanwhile.

type Desde = readonly string[]

/** The order values of a row, as `desde`. */
export const asDesde = (columns: readonly string[]): RawBuilder<unknown> =>
  sql`array[${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))}] as desde`

/** Condition for the rows after these values; empty for the first page. All columns of the order run the same way and are never null. */
export const andAfter = (columns: readonly string[], way: 'asc' | 'desc', desde: Desde | undefined): RawBuilder<unknown> =>
  desde === undefined
    ? sql``
    : sql` and (${sql.join(columns.map((column) => sql.ref(column)))}) ${sql.raw(way === 'asc' ? '>' : '<')} (${sql.join([...desde])})`
