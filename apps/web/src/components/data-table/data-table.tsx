import type { Listing } from '@yupana/contract'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'

import { isFocusLost } from '../../lib/pagina/focus-lost.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import type { Column, RowAction } from './column.ts'
import classes from './data-table.module.css'
import { anchosOf, forgetAncho, rememberAncho, shownColumns, type Anchos, type TableLayout } from './table-layout.ts'
import { TableHead, type Widths } from './table-head.tsx'
import { TablePager } from './table-pager.tsx'
import { TableRow } from './table-row.tsx'
import type { ListingControl } from './use-listing.ts'
import { usePatience } from './use-patience.ts'
import type { Selection } from './use-selection.ts'

/** The part of a query that the table needs. */
export interface ListingAnswer<Row> {
  data: Listing<Row> | undefined
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  listing: ListingControl
  answer: ListingAnswer<Row>
  rowId: (row: Row) => string
  /** Name of a row: «Acciones de …». */
  rowName: (row: Row) => string
  actions?: (row: Row) => readonly RowAction[]
  selection?: Selection
  /** The user's columns and density. */
  layout?: TableLayout
  /** Totals of the rows, between the rows and the pager. */
  summary?: ReactNode
  /** Shown under «No se encontraron registros» while nothing has been registered. */
  firstUse?: ReactNode
}

/** The list of the application: sorted, paged and searched on the server, its state in the address; cards under 640 px. */
export function DataTable<Row>({
  label,
  columns,
  listing,
  answer,
  rowId,
  rowName,
  actions,
  selection,
  layout,
  summary,
  firstUse,
}: DataTableProps<Row>) {
  const { isError, isPlaceholderData, refetch } = answer
  // Rows wait for the user's columns, so that no column appears and disappears.
  const data = layout?.isReady === false ? undefined : answer.data
  const shown = shownColumns(columns, layout)
  useLastPage(answer, listing)
  const widths = useWidths(layout)
  const patience = usePatience(!data || isPlaceholderData)
  const hasFailed = patience.isOver || (isError && !data)
  const frame = useFocusKept(selection, hasFailed)
  if (hasFailed) {
    const retry = () => {
      patience.begin()
      void refetch()
    }
    return <Failure onRetry={retry} />
  }
  const rows = data?.content ?? []
  return (
    <div className={classes.frame} ref={frame}>
      <div className={classes.scroll} role="region" aria-label={label} tabIndex={0} aria-busy={isPlaceholderData || !data}>
        <table
          role="table"
          aria-label={label}
          className={classes.table}
          data-dim={isPlaceholderData || undefined}
          data-dense={layout?.value.densidad === 'COMPACTA' || undefined}
        >
          <TableHead
            columns={shown}
            listing={listing}
            pageIds={rows.map(rowId)}
            selection={selection}
            hasActions={actions !== undefined}
            widths={widths}
          />
          <tbody role="rowgroup">
            {rows.map((row) => (
              <TableRow
                key={rowId(row)}
                row={row}
                id={rowId(row)}
                name={rowName(row)}
                columns={shown}
                actions={actions?.(row)}
                selection={selection}
                anchos={widths?.anchos ?? {}}
              />
            ))}
          </tbody>
        </table>
        {!data && <Skeleton rows={listing.state.size} />}
        {data && rows.length === 0 && <Empty listing={listing} firstUse={firstUse} />}
      </div>
      {data && rows.length > 0 && summary}
      {data && <TablePager answer={data} listing={listing} />}
    </div>
  )
}

/** Shown when the list could not be loaded; its filters stay. */
const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <div className={classes.failure}>
    <Alert title="No se pudo cargar la lista." details={['Los filtros se conservan.']} />
    <Button variant="default" onClick={onRetry}>
      Reintentar
    </Button>
  </div>
)

/** Takes the focus of buttons that disappear: those of the bulk bar when nothing is chosen any more, and «Reintentar». */
function useFocusKept(selection: Selection | undefined, hasFailed: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const count = selection?.ids.size ?? 0
  const before = useRef({ count, hasFailed })
  useLayoutEffect(() => {
    const [isCleared, isRetried] = [before.current.count > 0 && count === 0, before.current.hasFailed && !hasFailed]
    before.current = { count, hasFailed }
    if (!(isCleared || isRetried) || !isFocusLost()) return
    for (const place of frame.current?.querySelectorAll<HTMLElement>(isCleared ? 'input[type="checkbox"]' : '[role="region"]') ?? []) {
      // The head may be hidden on a phone and then takes no focus.
      place.focus()
      if (!isFocusLost()) return
    }
  }, [count, hasFailed])
  return frame
}

/** The stored widths, except that of the column being dragged. */
function useWidths(layout: TableLayout | undefined): Widths | undefined {
  const [drawn, setDrawn] = useState<Anchos>({})
  if (!layout) return undefined
  return {
    anchos: { ...anchosOf(layout), ...drawn },
    drag: (column, width) => setDrawn({ [column]: width }),
    drop: (column, width) => {
      rememberAncho(layout, column, width)
      setDrawn({})
    },
    reset: (column) => forgetAncho(layout, column),
  }
}

const Skeleton = ({ rows }: { rows: number }) => (
  <div className={classes.skeleton} role="status" aria-label="Cargando">
    {Array.from({ length: rows }, (_, at) => (
      <span key={at} />
    ))}
  </div>
)

const Empty = ({ listing, firstUse }: { listing: ListingControl; firstUse: ReactNode }) => (
  <div className={classes.empty}>
    <p>No se encontraron registros</p>
    {listing.isFiltered ? (
      <Button
        variant="default"
        onClick={(event) => {
          // The button disappears with the empty list.
          event.currentTarget.closest<HTMLElement>('[role="region"]')?.focus()
          listing.clearFilters()
        }}
      >
        Limpiar filtros
      </Button>
    ) : (
      firstUse
    )}
  </div>
)

/** A page that no longer exists (its last row was deleted, or the link is old) is replaced by the last one. */
function useLastPage({ data, isPlaceholderData }: ListingAnswer<unknown>, { state, setPage }: ListingControl) {
  const isBeyond =
    data !== undefined && !isPlaceholderData && data.content.length === 0 && data.totalPages > 0 && state.page >= data.totalPages
  const last = (data?.totalPages ?? 1) - 1
  useEffect(() => {
    if (isBeyond) setPage(last, true)
    // The control is a new object on every render, so it is no dependency.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isBeyond, last])
}
