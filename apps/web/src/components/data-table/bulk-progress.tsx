import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { Button } from '../button.tsx'
import classes from './bulk-progress.module.css'
import type { BulkResult } from './use-bulk.ts'

interface BulkProgressProps {
  /** Label of the successful rows: «Comprobantes enviados». */
  label: string
  /** Verb for the failed rows: «enviar». */
  verbo: string
  rows: readonly { id: string; name: string }[]
  resultOf: (id: string) => BulkResult | undefined
}

const Icon = ({ result }: { result: BulkResult | undefined }) =>
  result === undefined ? (
    <IconClock size={16} aria-hidden="true" />
  ) : result.ok ? (
    <IconCheck size={16} aria-hidden="true" />
  ) : (
    <IconX size={16} aria-hidden="true" />
  )

const failedText = (count: number, verbo: string) => (count === 0 ? '' : ` · ${count} no se ${count === 1 ? 'pudo' : 'pudieron'} ${verbo}`)

/** Progress of an action on many rows, with the result of each. */
export function BulkProgress({ label, verbo, rows, resultOf }: BulkProgressProps) {
  const all = rows.map((row) => ({ ...row, result: resultOf(row.id) }))
  const ok = all.filter(({ result }) => result?.ok === true).length
  const failed = all.filter(({ result }) => result?.ok === false).length
  return (
    <div className={classes.progress}>
      <p role="status">{`${label}: ${ok} de ${rows.length}${failedText(failed, verbo)}`}</p>
      <progress aria-label="Avance" max={rows.length} value={ok + failed} />
      <ul tabIndex={0} aria-label="Resultado de cada uno">
        {all.map(({ id, name, result }) => (
          <li key={id} data-state={result === undefined ? 'waits' : result.ok ? 'ok' : 'failed'}>
            <Icon result={result} />
            <span>{name}</span>
            <span>{result?.text ?? 'En espera'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface BulkActionsProps {
  isRunning: boolean
  hasFailed: boolean
  /** «Reintentar los que fallaron». */
  retryLabel?: string
  onStop: () => void
  onRetry: () => void
  onClose: () => void
  /** The button that begins, and the actions that may follow. */
  children: ReactNode
}

/** Buttons of an action on many rows: before, while it runs, and after. */
export const BulkActions = ({
  isRunning,
  hasFailed,
  retryLabel = 'Reintentar los que fallaron',
  onStop,
  onRetry,
  onClose,
  children,
}: BulkActionsProps) => (
  <div className={classes.actions}>
    {isRunning && (
      <Button variant="default" onClick={onStop}>
        Detener
      </Button>
    )}
    {!isRunning && hasFailed && (
      <Button variant="default" onClick={onRetry}>
        {retryLabel}
      </Button>
    )}
    {children}
    {!isRunning && (
      <Button variant="default" onClick={onClose}>
        Cerrar
      </Button>
    )}
  </div>
)
