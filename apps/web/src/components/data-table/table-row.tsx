import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'

import { Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useOrigin } from '../../lib/use-leave.ts'
import { Checkbox } from '../checkbox.tsx'
import type { Column, RowAction } from './column.ts'
import classes from './data-table.module.css'
import type { Selection } from './use-selection.ts'

/** The menu at the end of a row: button, arrows, Enter, Esc. The kit's own place for the first focus is no entry, and readers stumble over it. */
const RowMenu = ({ name, actions }: { name: string; actions: readonly RowAction[] }) => (
  <Menu position="bottom-end" width={180} shadow="none" withInitialFocusPlaceholder={false} zIndex="var(--layer-overlay)">
    <Menu.Target>
      <button type="button" className={classes.menu} aria-label={`Acciones de ${name}`}>
        <IconDotsVertical size={18} aria-hidden="true" />
      </button>
    </Menu.Target>
    <Menu.Dropdown className={classes.dropdown} aria-label={`Acciones de ${name}`}>
      {actions.map(({ label, onSelect, danger }, index) => (
        <Menu.Item key={label} onClick={onSelect} data-danger={danger} data-autofocus={index === 0 || undefined}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
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
          {href ? <Link to={href(row)} state={origin}>{cell(row)}</Link> : <span>{cell(row)}</span>}
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
