import type { ReactNode } from 'react'

import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import classes from './load-failure.module.css'

interface LoadFailureProps {
  reason: string
  details?: readonly string[]
  onRetry?: () => void
  onBack: () => void
  /** Another action, if there is a better one than trying again. */
  children?: ReactNode
}

/** Shown by a screen whose record could not be loaded. */
export const LoadFailure = ({ reason, details, onRetry, onBack, children }: LoadFailureProps) => (
  <div className={classes.failure}>
    <Alert title={reason} {...(details && { details })} />
    <div className={classes.actions}>
      {children}
      {onRetry && <Button onClick={onRetry}>Reintentar</Button>}
      <Button variant="default" onClick={onBack}>
        Volver
      </Button>
    </div>
  </div>
)
