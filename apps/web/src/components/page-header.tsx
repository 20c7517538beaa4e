import type { ReactNode } from 'react'

import classes from './page-header.module.css'
import { PageTitle } from './page-title.tsx'

interface PageHeaderProps {
  title: string
  /** Number of records beside the title; if it is not yet known its room is kept, so that no button moves. */
  count?: string | undefined
  /** False if another element of the page takes the focus. */
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
