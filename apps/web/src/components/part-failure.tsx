import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import classes from './part-failure.module.css'

interface PartFailureProps {
  reason: string
  /** Refetches the query of the part. */
  onRetry: () => unknown
}

/** Shown instead of a part of a screen that could not be loaded; the rest stays usable. */
export const PartFailure = ({ reason, onRetry }: PartFailureProps) => (
  <div className={classes.failure}>
    <Alert title={reason} />
    <Button variant="default" onClick={() => void onRetry()}>
      Reintentar
    </Button>
  </div>
)
