import type { ReactNode } from 'react'

import classes from './comprobante.module.css'

export interface Columna<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** A figure, aligned at the end of its column. */
  end?: boolean
  /** Title of the row's card. */
  title?: boolean
  /** Never broken over two lines. */
  whole?: boolean
}

interface DetalleTablaProps<Row> {
  label: string
  columnas: readonly Columna<Row>[]
  filas: readonly Row[]
  keyOf: (row: Row) => string | number
  className?: string | undefined
}

/** Read-only rows of an issued document: a table that scrolls, and cards on a phone. */
export const DetalleTabla = <Row,>({ label, columnas, filas, keyOf, className }: DetalleTablaProps<Row>) => (
  <div className={className ?? classes.scroll} role="region" aria-label={label} tabIndex={0}>
    <table role="table" className={classes.lineas}>
      <thead role="rowgroup">
        <tr role="row">
          {columnas.map(({ header, end }) => (
            <th key={header} role="columnheader" scope="col" data-align={end ? 'end' : undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {filas.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columnas.map(({ header, cell, end, title, whole }) => (
              <td
                key={header}
                role="cell"
                data-align={end ? 'end' : undefined}
                data-label={title ? undefined : header}
                data-title={title}
                data-whole={whole}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
