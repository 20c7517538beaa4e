import type { Endpoint, FormatoExportacion } from '@yupana/contract'

import type { Column } from '../../components/data-table/column.ts'
import { shownColumns, type TableLayout } from '../../components/data-table/table-layout.ts'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { today } from '../../lib/formato/format.ts'
import { fetchFile } from '../../lib/http/http.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { saveFile } from '../../lib/http/save-file.ts'

interface Exportada<Row> {
  call: Endpoint
  /** File name, before the date. */
  nombre: string
  /** Absent where the screen has no table: the file then has all columns. */
  columns?: readonly Column<Row>[]
  layout?: TableLayout
  listing: ListingControl
  /** Columns of the file for a column on the screen; by default the same one. */
  fileColumns?: Readonly<Record<string, readonly string[]>>
}

/** Saves a list as a file: the rows of its filters, in its order, with the shown columns. A refusal is reported. */
export const exportList = <Row>(
  { call, nombre, columns, layout, listing, fileColumns = {} }: Exportada<Row>,
  formato: FormatoExportacion,
): Promise<unknown> => {
  const { page: _page, size: _size, ...filters } = listing.query as Record<string, string | number>
  const columnas = columns && layout && shownColumns(columns, layout).flatMap(({ id }) => fileColumns[id] ?? [id])
  return exportQuery({ call, nombre, query: filters, ...(columnas && { columnas }) }, formato)
}

interface Preguntada {
  call: Endpoint
  nombre: string
  query: Record<string, string | number>
  /** All columns by default. */
  columnas?: readonly string[]
}

/** As `exportList`, for rows without a list on the screen: the query names them. */
export const exportQuery = ({ call, nombre, query, columnas }: Preguntada, formato: FormatoExportacion): Promise<unknown> =>
  untilRefused(
    fetchFile(call, { query: { ...query, formato, ...(columnas && { columnas: columnas.join(',') }) } }).then((file) =>
      saveFile(file, `${nombre}-${today()}.${formato}`),
    ),
  )
