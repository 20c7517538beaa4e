import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'

import { Checkbox } from '../checkbox.tsx'
import type { Column } from './column.ts'
import { WidthGrip } from './column-width.tsx'
import classes from './data-table.module.css'
import type { ListingControl } from './use-listing.ts'
import type { Anchos } from './table-layout.ts'
import type { Selection } from './use-selection.ts'

const ARIA = { ASC: 'ascending', DESC: 'descending', none: 'none' } as const

/** Widths of the columns, and the calls that change one. */
export interface Widths {
  anchos: Anchos
  drag: (column: string, width: number) => void
  drop: (column: string, width: number) => void
  reset: (column: string) => void
}

function SortButton({ header, field, listing }: { header: string; field: string; listing: ListingControl }) {
  const { sortField, sortOrder } = listing.state
  const direction = sortField !== field ? undefined : sortOrder === 1 ? 'ASC' : 'DESC'
  const Icon = direction === 'ASC' ? IconArrowUp : direction === 'DESC' ? IconArrowDown : IconArrowsSort
  return (
    <button type="button" className={classes.sort} onClick={() => listing.toggleSort(field)} title={`Ordenar por ${header}`}>
      {header}
      <Icon size={14} aria-hidden="true" />
    </button>
  )
}

function Heading<Row>({ column, listing, widths }: { column: Column<Row>; listing: ListingControl; widths: Widths | undefined }) {
  const { id, header, sort, align } = column
  const { sortField, sortOrder } = listing.state
  const width = widths?.anchos[id]
  return (
    <th
      role="columnheader"
      scope="col"
      data-column={id}
      data-align={align}
      data-sortable={sort ? true : undefined}
      aria-sort={sort ? ARIA[sortField !== sort ? 'none' : sortOrder === 1 ? 'ASC' : 'DESC'] : undefined}
      style={width === undefined ? undefined : { width, minWidth: width }}
    >
      {sort ? <SortButton header={header} field={sort} listing={listing} /> : header}
      {widths && (
        <WidthGrip
          column={id}
          onDrag={(next) => widths.drag(id, next)}
          onDrop={(next) => widths.drop(id, next)}
          onReset={() => widths.reset(id)}
        />
      )}
    </th>
  )
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  listing: ListingControl
  pageIds: readonly string[]
  selection: Selection | undefined
  hasActions: boolean
  widths: Widths | undefined
}

export function TableHead<Row>({ columns, listing, pageIds, selection, hasActions, widths }: TableHeadProps<Row>) {
  const chosen = pageIds.filter((id) => selection?.ids.has(id)).length
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" scope="col" className={classes.narrow} data-select>
            <Checkbox
              aria-label="Seleccionar todo"
              checked={chosen > 0 && chosen === pageIds.length}
              indeterminate={chosen > 0 && chosen < pageIds.length}
              disabled={pageIds.length === 0}
              onChange={() => selection.togglePage(pageIds)}
            />
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.id} column={column} listing={listing} widths={widths} />
        ))}
        {hasActions && (
          <th role="columnheader" scope="col" className={classes.narrow}>
            <span className={classes.hidden}>Acciones</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
