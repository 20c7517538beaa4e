import type { ReactNode } from 'react'

import classes from './page-header.module.css'
import { PageTitle } from './page-title.tsx'

interface PageHeaderProps {
  title: string
  /** How many there are, beside the title; given but not yet known, its room is kept, so that no action moves under a press. */
  count?: string | undefined
  /** False where something else on the page is where one begins. */
  takesFocus?: boolean
  /** The main action, at the right. */
  children?: ReactNode
}

export function PageHeader(props: PageHeaderProps) {
  const { title, count, takesFocus = true, children } = props
  return (
    <header className={classes.header}>
      <PageTitle takesFocus={takesFocus}>{title}</PageTitle>
      {'count' in props && <span className={classes.count}>{count !== undefined && `(${count})`}</span>}
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  )
}
