import '@mantine/core/styles/Popover.css'

import { Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'

import { moveFocus } from '../../lib/teclado/move-focus.ts'
import { LAYERS } from '../theme/tokens.ts'
import { currentTarget, holds, type MenuItem } from './menu-item.ts'
import { Entry, Face, Level } from './side-menu.tsx'
import classes from './side-menu.module.css'

interface MenuBarProps {
  items: readonly MenuItem[]
  pathname: string
  /** A narrow column of icons with names below, or a bar across the page. */
  look: 'slim' | 'horizontal'
}

/** The first level, always visible; a group opens its entries beside or below itself. */
export function MenuBar({ items, pathname, look }: MenuBarProps) {
  const current = currentTarget(items, pathname)
  return (
    <nav aria-label="Menú principal">
      <ul className={classes.bar} data-look={look}>
        {items
          .filter(({ hidden }) => !hidden)
          .map((item) => (
            <li key={item.to ?? item.href ?? item.label}>
              {item.items ? (
                <FlyOut item={item} current={current} look={look} />
              ) : (
                <Entry item={item} current={current} onPicked={undefined} isNarrow={look === 'slim'} />
              )}
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Esc and a press outside close it and return the focus to its button. */
function FlyOut({ item, current, look }: { item: MenuItem; current: string | undefined; look: MenuBarProps['look'] }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={look === 'slim' ? 'right-start' : 'bottom-start'}
      width={264}
      shadow="none"
      zIndex={LAYERS.overlay}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.entry}
          disabled={item.disabled}
          data-holds-current={holds(item, current) || undefined}
          onClick={() => setOpened(!opened)}
        >
          <Face item={item} isNarrow={look === 'slim'} />
          {look === 'horizontal' && <IconChevronDown size={16} className={classes.chevron} aria-hidden="true" />}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.flyOut} aria-label={item.label} onKeyDown={(event) => moveFocus(event, 'a, button:enabled')}>
        <Level items={item.items ?? []} current={current} onPicked={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
