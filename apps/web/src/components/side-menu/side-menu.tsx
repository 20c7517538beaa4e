import { IconChevronDown, IconExternalLink } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'

import { OutboundLink } from '../outbound-link.tsx'
import { currentTarget, holds, type MenuItem } from './menu-item.ts'
import classes from './side-menu.module.css'

interface SideMenuProps {
  items: readonly MenuItem[]
  pathname: string
  /** Called after an entry was chosen: the drawer closes. */
  onPicked?: () => void
}

/** The entries as a column, for the static panel, the drawer and the overlay. */
export function SideMenu({ items, pathname, onPicked }: SideMenuProps) {
  const menu = useRef<HTMLElement>(null)
  const current = currentTarget(items, pathname)
  // In a long menu the entry of the page may be out of sight: it is scrolled into view.
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  return (
    <nav ref={menu} aria-label="Menú principal">
      <Level items={items} current={current} onPicked={onPicked} />
    </nav>
  )
}

interface LevelProps {
  items: readonly MenuItem[]
  current: string | undefined
  onPicked: (() => void) | undefined
}

/** The entries of one level, including groups. */
export const Level = ({ items, ...rest }: LevelProps) => (
  <ul className={classes.level}>
    {items
      .filter(({ hidden }) => !hidden)
      .map((item) => (
        <li key={item.to ?? item.href ?? item.label}>{item.items ? <Group item={item} {...rest} /> : <Entry item={item} {...rest} />}</li>
      ))}
  </ul>
)

interface ItemProps extends Omit<LevelProps, 'items'> {
  item: MenuItem
}

/** Opens by itself if it contains the current page; a group that the user opened or closed stays so until the page leaves it. */
function Group({ item, current, onPicked }: ItemProps) {
  const id = useId()
  const isCurrent = holds(item, current)
  const [choice, setChoice] = useState<{ opened: boolean; under: boolean }>()
  const opened = choice?.under === isCurrent ? choice.opened : isCurrent || (choice?.opened ?? false)
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={opened}
        aria-controls={id}
        disabled={item.disabled}
        data-holds-current={isCurrent || undefined}
        onClick={() => setChoice({ opened: !opened, under: isCurrent })}
      >
        <Face item={item} />
        <IconChevronDown size={16} className={classes.chevron} aria-hidden="true" />
      </button>
      <div id={id} hidden={!opened} className={classes.nested}>
        {opened && <Level items={item.items ?? []} current={current} onPicked={onPicked} />}
      </div>
    </>
  )
}

export function Entry({ item, current, onPicked, isNarrow = false }: ItemProps & { isNarrow?: boolean }) {
  const { to, href, onPick, disabled = false } = item
  if (to !== undefined && !disabled)
    return (
      <Link to={to} className={classes.entry} onClick={onPicked} aria-current={to === current ? 'page' : undefined}>
        <Face item={item} isNarrow={isNarrow} />
      </Link>
    )
  if (href !== undefined && !disabled)
    return (
      <OutboundLink href={href} className={classes.entry} onClick={onPicked}>
        <Face item={item} isNarrow={isNarrow} />
        <IconExternalLink size={16} aria-hidden="true" /> <span className={classes.spoken}>(se abre en otra pestaña)</span>
      </OutboundLink>
    )
  const pick = () => {
    onPick?.()
    onPicked?.()
  }
  return (
    <button type="button" className={classes.entry} disabled={disabled} onClick={pick}>
      <Face item={item} isNarrow={isNarrow} />
    </button>
  )
}

// A Spanish word may be parted between a vowel and a consonant followed by a vowel; a browser without a dictionary needs the marks.
const SYLLABLE = /([aeiouáéíóú])(?=[bcdfgjklmnpqrstvz][aeiouáéíóú])/gi
const LONG = 10
const parted = (label: string) =>
  label
    .split(' ')
    .map((word) => (word.length > LONG ? word.replace(SYLLABLE, '$1\u00AD') : word))
    .join(' ')

/** `isNarrow`: as wide as the icon's column, so that long words are parted; screen readers get them whole. */
export function Face({ item: { icon: Icon, label, badge }, isNarrow = false }: { item: MenuItem; isNarrow?: boolean }) {
  const shown = isNarrow ? parted(label) : label
  return (
    <>
      {Icon && <Icon size={20} stroke={1.7} />}
      <span className={classes.label} aria-hidden={shown !== label || undefined}>
        {shown}
      </span>
      {shown !== label && <span className={classes.spoken}>{label}</span>}
      {/* The space separates label and badge for screen readers. */}
      {badge !== undefined && (
        <>
          {' '}
          <span className={classes.badge}>{badge}</span>
        </>
      )}
    </>
  )
}
