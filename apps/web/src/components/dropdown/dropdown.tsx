import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'

import { Menu } from '@mantine/core'
import { use, useState, type ReactNode } from 'react'
import { Link } from 'react-router'

import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { PopoverLayer } from '../theme/layer.ts'
import classes from './dropdown.module.css'

export interface DropdownItem {
  label: string
  icon?: ReactNode
  /** A route of the application, or an action. */
  to?: string
  onPick?: () => void
  /** Set apart from the entry above. */
  isApart?: boolean
  /** A destructive action. */
  danger?: boolean
}

interface DropdownProps {
  label: string
  target: ReactNode
  heading?: ReactNode
  items: readonly DropdownItem[]
  /** Pixels. */
  width?: number
  /** Small variant for a table row. */
  isSmall?: boolean
}

/**
 * A button with a menu: arrows move, Enter picks, Esc closes and returns the focus. The first entry takes the focus, because the library's
 * own target is no entry and confuses screen readers.
 */
export function Dropdown({ label, target, heading, items, width = 264, isSmall = false }: DropdownProps) {
  // The library returns the focus a moment later, and would take it from a dialog that an entry has opened.
  const [isPicked, setPicked] = useState(false)
  return (
    <Menu
      position="bottom-end"
      width={width}
      shadow="none"
      zIndex={use(PopoverLayer)}
      returnFocus={!isPicked}
      onOpen={() => setPicked(false)}
      withinPortal
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={classes.target} data-small={isSmall || undefined} aria-label={label} data-hint={label}>
          {target}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.list} aria-label={label}>
        {heading && <div className={classes.heading}>{heading}</div>}
        {items.map((item, index) => (
          <Entry key={item.label} item={item} isFirst={index === 0} onPicked={() => setPicked(true)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * The focus is put on the menu's button first, so that a dialog opened by an entry can return it there: the entry disappears with the menu.
 */
const focusTarget = (entry: Element) =>
  document.getElementById(entry.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '')?.focus()

interface EntryProps {
  item: DropdownItem
  isFirst: boolean
  onPicked: () => void
}

function Entry({ item: { label, icon, to, onPick, isApart = false, danger = false }, isFirst, onPicked }: EntryProps) {
  const looks = {
    leftSection: icon,
    className: classes.entry ?? '',
    'data-autofocus': isFirst || undefined,
    'data-danger': danger || undefined,
  }
  return (
    <>
      {isApart && <Menu.Divider />}
      {to === undefined ? (
        <Menu.Item
          {...looks}
          onClick={({ currentTarget }) => {
            focusTarget(currentTarget)
            onPicked()
            onPick?.()
          }}
        >
          {label}
        </Menu.Item>
      ) : (
        <LinkEntry {...looks} to={to}>
          {label}
        </LinkEntry>
      )}
    </>
  )
}

const LinkEntry = (props: { to: string; leftSection: ReactNode; className: string; children: ReactNode }) => (
  <Menu.Item {...props} component={Link} state={useOrigin()} />
)
