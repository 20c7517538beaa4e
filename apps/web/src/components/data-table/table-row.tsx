import { IconDotsVertical } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { Checkbox } from '../checkbox.tsx'
import { Dropdown } from '../dropdown/dropdown.tsx'
import type { Column, RowAction } from './column.ts'
import classes from './data-table.module.css'
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

interface TableRowProps<Row> {
  row: Row
  id: string
  /** How the row is spoken of. */
  name: string
  columns: readonly Column<Row>[]
  actions: readonly RowAction[] | undefined
  selection: Selection | undefined
}

export function TableRow<Row>({ row, id, name, columns, actions, selection }: TableRowProps<Row>) {
  const origin = useOrigin()
  const isChosen = selection?.ids.has(id) ?? false
  return (
    <tr role="row" data-selected={isChosen || undefined}>
      {selection && (
        <td role="cell" className={classes.narrow} data-select>
          <Checkbox aria-label={`Seleccionar ${name}`} checked={isChosen} onChange={() => selection.toggle(id)} />
        </td>
      )}
      {columns.map(({ id: column, header, cell, align, whole, href, card }) => (
        <td key={column} role="cell" data-label={header} data-align={align} data-whole={whole || undefined} data-card={card}>
          {href ? (
            <Link to={href(row)} state={origin}>
              {cell(row)}
            </Link>
          ) : (
            <span>{cell(row)}</span>
          )}
        </td>
      ))}
      {actions && (
        <td role="cell" className={classes.narrow} data-menu>
          {actions.length > 0 && <RowMenu name={name} actions={actions} />}
        </td>
      )}
    </tr>
  )
}
