import { IconAlertCircle } from '@tabler/icons-react'

import classes from './alert.module.css'

/** A refusal told in place, announced at once. */
export const Alert = ({ title, details = [] }: { title: string; details?: readonly string[] }) => (
  <div className={classes.alert} role="alert">
    <IconAlertCircle size={18} className={classes.icon} aria-hidden="true" />
    <div>
      <strong>{title}</strong>
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </div>
  </div>
)
