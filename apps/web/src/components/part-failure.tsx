import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import classes from './part-failure.module.css'

interface PartFailureProps {
  reason: string
  /** Of a query; whoever asked sees the part again once it comes. */
  onRetry: () => unknown
}

/** What stands in place of a part of a screen that could not be loaded; the rest stays usable. */
export const PartFailure = ({ reason, onRetry }: PartFailureProps) => (
  <div className={classes.failure}>
    <Alert title={reason} />
    <Button variant="default" onClick={() => void onRetry()}>
      Reintentar
    </Button>
  </div>
)
