import { useState } from 'react'

import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { BulkActions, BulkProgress } from './bulk-progress.tsx'
import { spaced, useBulk, type BulkResult } from './use-bulk.ts'

/** An action on chosen rows, one after the other, each with its own result. */
export interface BulkWork<Row> {
  /** «Enviar por correo». */
  title: string
  /** Label of the successful rows: «Cotizaciones enviadas». */
  label: string
  /** Verb for the failed rows: «enviar». */
  verbo: string
  /** Effect on the number of rows. */
  notice: (count: number) => string
  /** «Enviar 3 cotizaciones». */
  begin: (count: number) => string
  nameOf: (row: Row) => string
  /** Whether the action applies to a row; to all by default. */
  allows?: (row: Row) => boolean
  /** Reason why a row is not allowed. */
  refusal?: (row: Row) => string
  run: (row: Row) => Promise<BulkResult>
  /** Called when the action has ended or was stopped. */
  after: () => Promise<void>
  /** Undoes the action on the successful rows, if that is possible. */
  undo?: (ids: readonly string[]) => Promise<unknown>
}

interface BulkDialogProps<Row> {
  work: BulkWork<Row>
  rows: readonly Row[]
  /** Tells whether the action was begun. */
  onClose: (isBegun: boolean) => void
}

/** Asks first, then runs the action and shows the result of each row; «Detener» leaves the remaining rows as they are. */
export function BulkDialog<Row extends { id: string }>({ work, rows: chosen, onClose }: BulkDialogProps<Row>) {
  const { title, label, verbo, notice, begin, nameOf, allows = () => true, refusal = () => '' } = work
  // The list loses deleted rows while their results are still shown.
  const [rows] = useState(() => new Map(chosen.map((row) => [row.id, row])))
  const [isAsked, setAsked] = useState(false)
  const all = [...rows.values()]
  const allowed = all.filter(allows).map(({ id }) => id)
  const { results, isRunning, start, stop } = useBulk((id) => spaced(() => work.run(rows.get(id)!)))
  const resultOf = (id: string) => results.get(id) ?? (allowed.includes(id) ? undefined : { ok: false, text: refusal(rows.get(id)!) })
  const failed = allowed.filter((id) => results.get(id)?.ok === false)
  const done = allowed.filter((id) => results.get(id)?.ok === true)
  const run = async (ids: readonly string[]) => {
    setAsked(true)
    await start(ids)
    await work.after()
  }
  const [isUndoing, undo] = useBusy(async () => {
    await untilRefused(work.undo?.(done) ?? Promise.resolve())
    onClose(true)
  })
  const close = () => {
    stop()
    onClose(isAsked)
  }
  return (
    <Dialog opened title={title} onClose={close} size="var(--form-dialog-width)">
      {isAsked ? (
        <BulkProgress label={label} verbo={verbo} rows={all.map((row) => ({ id: row.id, name: nameOf(row) }))} resultOf={resultOf} />
      ) : (
        <p>{allowed.length === 0 ? [...new Set(all.map(refusal))].join(' ') : notice(allowed.length)}</p>
      )}
      <BulkActions isRunning={isRunning} hasFailed={failed.length > 0} onStop={stop} onRetry={() => void run(failed)} onClose={close}>
        {!isAsked && allowed.length > 0 && <Button onClick={() => void run(allowed)}>{begin(allowed.length)}</Button>}
        {!isRunning && done.length > 0 && work.undo && (
          <Button variant="default" busy={isUndoing} busyLabel="Deshaciendo…" onClick={() => void undo()}>
            Deshacer
          </Button>
        )}
      </BulkActions>
    </Dialog>
  )
}
