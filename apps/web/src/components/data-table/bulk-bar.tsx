import type { Listing } from '@yupana/contract'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { everyRow } from '../../lib/http/every-row.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { isFocusLost } from '../../lib/pagina/focus-lost.ts'
import { Button } from '../button.tsx'
import classes from './list-tools.module.css'
import { MAX_SELECTION, type Selection } from './use-selection.ts'

interface BulkBarProps<Row extends { id: string }> {
  selection: Selection
  /** The shown page. */
  data: Listing<Row> | undefined
  /** Reads a page of all results of the list. */
  page: (query: { page: number; size: number }) => Promise<Listing<Row>>
  /** Receives the rows of ids that no page has shown. */
  onRows?: (rows: readonly Row[]) => void
  children: ReactNode
}

/** Replaces the filters while rows are chosen, including rows of other pages. */
export function BulkBar<Row extends { id: string }>({ selection, data, page, onRows, children }: BulkBarProps<Row>) {
  /** Undefined until all results are requested. */
  const [isBusy, setBusy] = useState<boolean>()
  const bar = useRef<HTMLDivElement>(null)
  const count = selection.ids.size
  const total = data?.totalElements ?? 0
  const chooseAll = async () => {
    setBusy(true)
    await untilRefused(
      everyRow(page).then((rows) => {
        onRows?.(rows)
        selection.choose(rows.map(({ id }) => id))
      }),
    )
    setBusy(false)
  }
  useLayoutEffect(() => {
    // The button disappears once all rows are chosen: the first action takes its focus.
    if (isBusy === false && isFocusLost()) bar.current?.querySelector<HTMLElement>('button:not(:disabled), a')?.focus()
  }, [isBusy])
  return (
    <div ref={bar} className={classes.bulk} role="group" aria-label="Acciones con lo seleccionado">
      <span role="status">{count === 1 ? '1 seleccionado' : `${count} seleccionados`}</span>
      {total > count && total <= MAX_SELECTION && (
        <Button variant="subtle" busy={isBusy === true} busyLabel="Seleccionando…" onClick={() => void chooseAll()}>
          {`Seleccionar los ${total} resultados`}
        </Button>
      )}
      {total > MAX_SELECTION && <span>Para seleccionarlos todos, acote los filtros: se pueden hasta 1 000.</span>}
      {children}
      <Button variant="subtle" onClick={selection.clear}>
        Quitar selección
      </Button>
    </div>
  )
}
