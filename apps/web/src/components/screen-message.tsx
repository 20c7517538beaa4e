import type { ReactNode } from 'react'

import { PageTitle } from './page-title.tsx'
import classes from './screen-message.module.css'

/** A screen with one message: heading, text, and actions. */
export const ScreenMessage = ({ title, logo, children }: { title: string; logo?: ReactNode; children: ReactNode }) => (
  <div className={classes.screen}>
    {logo && <div className={classes.logo}>{logo}</div>}
    <PageTitle>{title}</PageTitle>
    {children}
  </div>
)
