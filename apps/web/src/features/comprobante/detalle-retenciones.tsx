import type { ComprobanteDetalle } from '@yupana/contract'
import { displayMonto, displayPorcentaje } from '@yupana/fiscal'

import { impuestoText, sustentoText } from '../../domain/comprobante/retenidas.ts'
import { fechaText } from '../../lib/formato/format.ts'
import classes from './comprobante.module.css'

const TEXTS = ['Sustento', 'Fecha', 'Impuesto', 'Código']
const FIGURES = ['Base', '%', 'Retenido']

/** What was withheld, and of which document. */
export const DetalleRetenciones = ({ documento: { retenciones = [], total } }: { documento: ComprobanteDetalle }) => (
  <section className={classes.card} aria-labelledby="detalle">
    <h2 id="detalle">Retenciones</h2>
    <div className={classes.scroll} role="region" aria-label="Líneas" tabIndex={0}>
      <table role="table" className={classes.lineas}>
        <thead role="rowgroup">
          <tr role="row">
            {[...TEXTS, ...FIGURES].map((header) => (
              <th key={header} role="columnheader" scope="col" data-align={FIGURES.includes(header) ? 'end' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {retenciones.map((una) => (
            <tr key={una.n} role="row">
              <td role="cell" data-title>
                {sustentoText(una)}
              </td>
              <td role="cell" data-label="Fecha" data-whole>
                {fechaText(una.fecha)}
              </td>
              <td role="cell" data-label="Impuesto">
                {impuestoText(una)}
              </td>
              <td role="cell" data-label="Código">
                {una.codigo}
              </td>
              <td role="cell" data-align="end" data-label="Base">
                {displayMonto(una.base)}
              </td>
              <td role="cell" data-align="end" data-label="%">
                {displayPorcentaje(una.porcentaje)}
              </td>
              <td role="cell" data-align="end" data-label="Retenido">
                {displayMonto(una.valor)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <div className={classes.foot}>
      <div />
      <dl className={classes.totales}>
        <div data-total>
          <dt>TOTAL RETENIDO</dt>
          <dd>{displayMonto(total)}</dd>
        </div>
      </dl>
    </div>
  </section>
)
