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

/** What the table needs of a query. */
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
  /** How a row is spoken of: «Acciones de …». */
  rowName: (row: Row) => string
  actions?: (row: Row) => readonly RowAction[]
  selection?: Selection
  /** Columns and density as the user likes them. */
  layout?: TableLayout
  /** Between the rows and the pages: what the rows come to. */
  summary?: ReactNode
  /** Under «No se encontraron registros» where nothing was ever registered. */
  firstUse?: ReactNode
}

/** The one list: sorted, paged and searched on the server, its state in the address; cards under 640 px. */
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
  // The columns are known before the first row shows: none comes and goes again.
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

/** Said instead of a list that does not come: what was asked for stays as it is. */
const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <div className={classes.failure}>
    <Alert title="No se pudo cargar la lista." details={['Los filtros se conservan.']} />
    <Button variant="default" onClick={onRetry}>
      Reintentar
    </Button>
  </div>
)

/** Takes the focus of buttons that go: of the bar when nothing is chosen any more, and of «Reintentar». */
function useFocusKept(selection: Selection | undefined, hasFailed: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const count = selection?.ids.size ?? 0
  const before = useRef({ count, hasFailed })
  useLayoutEffect(() => {
    const [isCleared, isRetried] = [before.current.count > 0 && count === 0, before.current.hasFailed && !hasFailed]
    before.current = { count, hasFailed }
    if (!(isCleared || isRetried) || !isFocusLost()) return
    for (const place of frame.current?.querySelectorAll<HTMLElement>(isCleared ? 'input[type="checkbox"]' : '[role="region"]') ?? []) {
      // On a phone the head may be hidden, and takes no focus.
      place.focus()
      if (!isFocusLost()) return
    }
  }, [count, hasFailed])
  return frame
}

/** Widths as they are remembered, but for the column that is being drawn. */
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
          // The button goes with the empty list.
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

/** A page that no longer exists (its last row was deleted, or an old link) gives way to the last one. */
function useLastPage({ data, isPlaceholderData }: ListingAnswer<unknown>, { state, setPage }: ListingControl) {
  const isBeyond =
    data !== undefined && !isPlaceholderData && data.content.length === 0 && data.totalPages > 0 && state.page >= data.totalPages
  const last = (data?.totalPages ?? 1) - 1
  useEffect(() => {
    if (isBeyond) setPage(last, true)
    // The control is new on every render; only the finding counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBeyond, last])
}
