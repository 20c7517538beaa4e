import type { ComprobanteDetalle } from '@yupana/contract'
import { displayNumero } from '@yupana/fiscal'

import classes from './comprobante.module.css'

/** What travels with a guía de remisión: goods without amounts. */
export const DetalleMercaderia = ({ lineas }: Pick<ComprobanteDetalle, 'lineas'>) => (
  <section className={classes.card} aria-labelledby="detalle">
    <h2 id="detalle">Mercadería</h2>
    <div className={classes.scroll} role="region" aria-label="Líneas" tabIndex={0}>
      <table role="table" className={classes.lineas}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Código
            </th>
            <th role="columnheader" scope="col">
              Descripción
            </th>
            <th role="columnheader" scope="col" data-align="end">
              Cantidad
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lineas.map(({ n, codigo, descripcion, cantidad }) => (
            <tr key={n} role="row">
              <td role="cell" data-label="Código">
                {codigo ?? '—'}
              </td>
              <td role="cell" data-title>
                {descripcion}
              </td>
              <td role="cell" data-align="end" data-label="Cantidad">
                {displayNumero(cantidad)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
