import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './banner.module.css'

interface BannerProps {
  tone?: 'warning' | 'info' | 'danger'
  children: ReactNode
  /** The action against its cause. */
  action?: ReactNode
}

/** A line under the top bar that stays while its cause lasts. */
export const Banner = ({ tone = 'warning', children, action }: BannerProps) => {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={classes.banner} data-tone={tone}>
      <Icon size={18} aria-hidden="true" />
      <p role="status">{children}</p>
      {action}
    </div>
  )
}
