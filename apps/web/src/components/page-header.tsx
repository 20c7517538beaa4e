import type { ReactNode } from 'react'

import classes from './page-header.module.css'
import { PageTitle } from './page-title.tsx'

interface PageHeaderProps {
  title: string
  /** How many there are, beside the title. */
  count?: string | undefined
  /** False where something else on the page is where one begins. */
  takesFocus?: boolean
  /** The main action, at the right. */
  children?: ReactNode
}

export const PageHeader = ({ title, count, takesFocus = true, children }: PageHeaderProps) => (
  <header className={classes.header}>
    <PageTitle takesFocus={takesFocus}>{title}</PageTitle>
    {count !== undefined && <span className={classes.count}>({count})</span>}
    {children && <div className={classes.actions}>{children}</div>}
  </header>
)
