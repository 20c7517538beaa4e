import { displayMonto, type Monto } from '@yupana/fiscal'
import { Link, useNavigate } from 'react-router'

import classes from './cifras.module.css'

export interface Barra {
  clave: string
  /** Label under the bar. */
  corto: string
  /** Label for screen readers and the table. */
  nombre: string
  documentos: number
  /** ×10⁶ */
  total: Monto
  to: string
}

/** Sales over time: a bar chart, and a table with the same data for everybody. Each bar opens its documents. */
export function Barras({ barras, label, que }: { barras: readonly Barra[]; label: string; que: string }) {
  const navigate = useNavigate()
  const top = Math.max(...barras.map(({ total }) => Math.abs(total)), 1)
  return (
    <div className={classes.grafico}>
      <div className={classes.barras} role="img" aria-label={`${label}, en barras. La tabla dice lo mismo.`}>
        {barras.map(({ clave, corto, nombre, total, to }) => (
          <span key={clave} className={classes.columna} title={`${nombre}: ${displayMonto(total)}`} onClick={() => void navigate(to)}>
            <span
              className={classes.barra}
              data-negative={total < 0 || undefined}
              style={{ blockSize: `${Math.round((Math.abs(total) * 1000) / top) / 10}%` }}
            />
            <span className={classes.pie}>{corto}</span>
          </span>
        ))}
      </div>
      <details className={classes.tabla}>
        <summary>Ver como tabla</summary>
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{que}</th>
              <th scope="col" data-end>
                Documentos
              </th>
              <th scope="col" data-end>
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {barras
              .filter(({ documentos }) => documentos > 0)
              .map(({ clave, nombre, documentos, total, to }) => (
                <tr key={clave}>
                  <th scope="row">
                    <Link to={to}>{nombre}</Link>
                  </th>
                  <td data-end>{documentos}</td>
                  <td data-end>{displayMonto(total)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </div>
  )
}
