import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'

import { Checkbox } from '../checkbox.tsx'
import type { Column } from './column.ts'
import classes from './data-table.module.css'
import type { ListingControl } from './use-listing.ts'
import type { Selection } from './use-selection.ts'

const ARIA = { ASC: 'ascending', DESC: 'descending', none: 'none' } as const

function SortHeading({
  header,
  field,
  listing,
  align,
}: {
  header: string
  field: string
  listing: ListingControl
  align: 'end' | undefined
}) {
  const { sortField, sortOrder } = listing.state
  const direction = sortField !== field ? undefined : sortOrder === 1 ? 'ASC' : 'DESC'
  const Icon = direction === 'ASC' ? IconArrowUp : direction === 'DESC' ? IconArrowDown : IconArrowsSort
  return (
    <th role="columnheader" scope="col" aria-sort={ARIA[direction ?? 'none']} data-align={align} data-sortable>
      <button type="button" className={classes.sort} onClick={() => listing.toggleSort(field)} title={`Ordenar por ${header}`}>
        {header}
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  )
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  listing: ListingControl
  pageIds: readonly string[]
  selection: Selection | undefined
  hasActions: boolean
}

export function TableHead<Row>({ columns, listing, pageIds, selection, hasActions }: TableHeadProps<Row>) {
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
        {columns.map(({ id, header, sort, align }) =>
          sort ? (
            <SortHeading key={id} header={header} field={sort} listing={listing} align={align} />
          ) : (
            <th key={id} role="columnheader" scope="col" data-align={align}>
              {header}
            </th>
          ),
        )}
        {hasActions && (
          <th role="columnheader" scope="col" className={classes.narrow}>
            <span className={classes.hidden}>Acciones</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
