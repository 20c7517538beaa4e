import { IconCheck, IconClock, IconX } from '@tabler/icons-react'

import classes from './bulk-progress.module.css'
import type { BulkResult } from './use-bulk.ts'

interface BulkProgressProps {
  /** What is done: «Reenviando correos». */
  label: string
  rows: readonly { id: string; name: string }[]
  done: number
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

/** How far something is that is done with many rows, and what became of each. */
export const BulkProgress = ({ label, rows, done, resultOf }: BulkProgressProps) => (
  <div className={classes.progress}>
    <p role="status">{`${label}: ${done} de ${rows.length}`}</p>
    <progress aria-label={label} max={rows.length} value={done} />
    <ul tabIndex={0} aria-label="Resultado de cada uno">
      {rows.map(({ id, name }) => {
        const result = resultOf(id)
        return (
          <li key={id} data-state={result === undefined ? 'waits' : result.ok ? 'ok' : 'failed'}>
            <Icon result={result} />
            <span>{name}</span>
            <span>{result?.text ?? 'En espera'}</span>
          </li>
        )
      })}
    </ul>
  </div>
)
