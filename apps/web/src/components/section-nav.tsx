import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import classes from './section-nav.module.css'

interface SectionNavProps {
  label: string
  /** The address of the screen; the section that is shown stands behind it: `?seccion=firma`. */
  base: string
  sections: readonly { id: string; label: string }[]
  chosen: string
}

/** The sections of a screen in one line; where that is narrow it scrolls, and the one that is shown stands in its middle. */
export function SectionNav({ label, base, sections, chosen }: SectionNavProps) {
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.clientWidth) / 2
  }, [chosen])
  return (
    <nav aria-label={label} className={classes.sections} ref={line}>
      {sections.map((section) => (
        <Link key={section.id} to={`${base}?seccion=${section.id}`} aria-current={section.id === chosen ? 'page' : undefined}>
          {section.label}
        </Link>
      ))}
    </nav>
  )
}
