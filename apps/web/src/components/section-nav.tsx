import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import classes from './section-nav.module.css'

interface SectionNavProps {
  label: string
  sections: readonly { to: string; label: string }[]
  /** Address of the shown section. */
  current: string
}

/** The sections of a screen in one line; a narrow line scrolls so that the shown section is centred. */
export function SectionNav({ label, sections, current }: SectionNavProps) {
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (line.current && link) line.current.scrollLeft = link.offsetLeft - (line.current.clientWidth - link.clientWidth) / 2
  }, [current])
  return (
    <nav aria-label={label} className={classes.sections} ref={line}>
      {sections.map(({ to, label: name }) => (
        <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
