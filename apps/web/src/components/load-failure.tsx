import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import classes from './load-failure.module.css'

/** What a screen shows instead of the record that it could not load. */
export const LoadFailure = ({ reason, onRetry, onBack }: { reason: string; onRetry: () => void; onBack: () => void }) => (
  <div className={classes.failure}>
    <Alert title={reason} />
    <div className={classes.actions}>
      <Button onClick={onRetry}>Reintentar</Button>
      <Button variant="default" onClick={onBack}>
        Volver
      </Button>
    </div>
  </div>
)
