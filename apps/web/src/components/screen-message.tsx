import type { ReactNode } from 'react'

import { PageTitle } from './page-title.tsx'
import classes from './screen-message.module.css'

/** A screen that is one message: heading, some words, the way on. */
export const ScreenMessage = ({ title, logo, children }: { title: string; logo?: ReactNode; children: ReactNode }) => (
  <div className={classes.screen}>
    {logo && <div className={classes.logo}>{logo}</div>}
    <PageTitle>{title}</PageTitle>
    {children}
  </div>
)
