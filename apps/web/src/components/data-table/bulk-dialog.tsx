import { useState } from 'react'

import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { BulkActions, BulkProgress } from './bulk-progress.tsx'
import { spaced, useBulk, type BulkResult } from './use-bulk.ts'

/** Something that is done with chosen rows, one after the other, each with its own result. */
export interface BulkWork<Row> {
  /** «Enviar por correo». */
  title: string
  /** What those that went well are: «Cotizaciones enviadas». */
  label: string
  /** What the others could not: «enviar». */
  verbo: string
  /** What will happen to so many of those chosen. */
  notice: (count: number) => string
  /** «Enviar 3 cotizaciones». */
  begin: (count: number) => string
  nameOf: (row: Row) => string
  /** All, unless said. */
  allows?: (row: Row) => boolean
  /** Why not, of one that it does not allow. */
  refusal?: (row: Row) => string
  run: (row: Row) => Promise<BulkResult>
  /** Once it ended, or was stopped. */
  after: () => Promise<void>
  /** Takes back what went well, where that can be. */
  undo?: (ids: readonly string[]) => Promise<unknown>
}

interface BulkDialogProps<Row> {
  work: BulkWork<Row>
  rows: readonly Row[]
  /** Whether it was begun. */
  onClose: (isBegun: boolean) => void
}

/** Asks first, then does it, and says what became of each; «Detener» leaves the rest as they are. */
export function BulkDialog<Row extends { id: string }>({ work, rows: chosen, onClose }: BulkDialogProps<Row>) {
  const { title, label, verbo, notice, begin, nameOf, allows = () => true, refusal = () => '' } = work
  // The list loses what is deleted while its result still shows.
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
