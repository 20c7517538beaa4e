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
  /** Set apart from what is above it. */
  isApart?: boolean
  /** Destroys something. */
  danger?: boolean
}

interface DropdownProps {
  label: string
  target: ReactNode
  heading?: ReactNode
  items: readonly DropdownItem[]
  /** Pixels. */
  width?: number
  /** For a row of a table. */
  isSmall?: boolean
}

/**
 * A button with a menu of entries: arrows move, Enter picks, Esc closes and the focus returns. The first entry takes the focus:
 * the kit's own place for it is no entry, and readers stumble over it.
 */
export function Dropdown({ label, target, heading, items, width = 264, isSmall = false }: DropdownProps) {
  // The kit gives the focus back a moment later, and would take it from what an entry has opened meanwhile.
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

/** What an entry opens finds the focus where it should return to: the entry itself goes with the menu. */
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
