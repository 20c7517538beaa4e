import { IconDotsVertical } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { Checkbox } from '../checkbox.tsx'
import { Dropdown } from '../dropdown/dropdown.tsx'
import { fitOf, type Column, type RowAction } from './column.ts'
import classes from './data-table.module.css'
import type { Anchos } from './table-layout.ts'
import type { Selection } from './use-selection.ts'

/** The menu at the end of a row. */
const RowMenu = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => (
  <Dropdown
    label={`Acciones de ${name}`}
    target={<IconDotsVertical size={18} aria-hidden="true" />}
    isSmall
    width={248}
    items={actions.map(({ label, onSelect, danger = false }) => ({ label, onPick: onSelect, danger }))}
  />
)

/** Longer texts may be cut: their full text appears under the pointer. */
const LONG = 24

function Cell<Row>({ column, row, width, origin }: { column: Column<Row>; row: Row; width: number | undefined; origin: object }) {
  const { header, cell, align, href, card } = column
  const content = cell(row)
  const fit = fitOf(column, content, width !== undefined)
  const title = typeof content === 'string' && fit !== 'whole' && content.length > LONG ? content : undefined
  return (
    <td
      role="cell"
      data-label={header}
      data-align={align}
      data-fit={fit}
      data-card={card}
      data-sized={width !== undefined || undefined}
      style={width !== undefined && (fit === 'line' || fit === 'lines') ? { maxWidth: width } : undefined}
    >
      {href ? (
        <Link to={href(row)} state={origin} title={title}>
          {content}
        </Link>
      ) : (
        <span title={title}>{content}</span>
      )}
    </td>
  )
}

interface TableRowProps<Row> {
  row: Row
  id: string
  /** Name of the row in a sentence. */
  name: string
  columns: readonly Column<Row>[]
  actions: readonly RowAction[] | undefined
  selection: Selection | undefined
  anchos: Anchos
}

export function TableRow<Row>({ row, id, name, columns, actions, selection, anchos }: TableRowProps<Row>) {
  const origin = useOrigin()
  const isChosen = selection?.ids.has(id) ?? false
  return (
    <tr role="row" data-selected={isChosen || undefined}>
      {selection && (
        <td role="cell" className={classes.narrow} data-select>
          <Checkbox aria-label={`Seleccionar ${name}`} checked={isChosen} onChange={() => selection.toggle(id)} />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} width={anchos[column.id]} origin={origin} />
      ))}
      {actions && (
        <td role="cell" className={classes.narrow} data-menu>
          {actions.length > 0 && <RowMenu name={name} actions={actions} />}
        </td>
      )}
    </tr>
  )
}
