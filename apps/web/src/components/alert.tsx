import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './alert.module.css'

interface AlertProps {
  title: string
  details?: readonly string[]
  /** A success is announced politely, at the next pause. */
  tone?: 'danger' | 'success'
  /** Links for the next step. */
  children?: ReactNode
}

/** A refusal or a success, shown in place and announced. */
export const Alert = ({ title, details = [], tone = 'danger', children }: AlertProps) => {
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertCircle
  return (
    <div className={classes.alert} data-tone={tone} role={tone === 'success' ? 'status' : 'alert'}>
      <Icon size={18} className={classes.icon} aria-hidden="true" />
      <div>
        <strong>{title}</strong>
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {children}
      </div>
    </div>
  )
}
