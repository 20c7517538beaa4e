import type { ComprobanteDetalle } from '@yupana/contract'
import { displayMonto, displayNumero, labelOfTipoIva, nombreFormaPago } from '@yupana/fiscal'

import { nombreTotal } from '../../domain/comprobante/nombre.ts'
import classes from './comprobante.module.css'

const pagoText = ({ forma_pago: forma, plazo, unidad_tiempo: unidad }: ComprobanteDetalle['pagos'][number]) =>
  `${nombreFormaPago(forma) ?? forma}${plazo ? `, ${plazo} ${unidad ?? 'días'}` : ''}`

/** What was sold, as it was issued: read only. */
export const DetalleLineas = ({ documento: { fecha_emision: fecha, lineas, pagos, totales } }: { documento: ComprobanteDetalle }) => (
  <section className={classes.card} aria-labelledby="detalle">
    <h2 id="detalle">Detalle</h2>
    <div className={classes.scroll} role="region" aria-label="Líneas" tabIndex={0}>
      <table role="table" className={classes.lineas}>
        <thead role="rowgroup">
          <tr role="row">
            {['Código', 'Descripción', 'IVA'].map((header) => (
              <th key={header} role="columnheader" scope="col">
                {header}
              </th>
            ))}
            {['Cantidad', 'P. unitario', 'Descuento', 'Subtotal'].map((header) => (
              <th key={header} role="columnheader" scope="col" data-align="end">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lineas.map((linea) => (
            <tr key={linea.n} role="row">
              <td role="cell" data-label="Código">
                {linea.codigo ?? '—'}
              </td>
              <td role="cell" data-title>
                {linea.descripcion}
              </td>
              <td role="cell" data-label="IVA" data-whole>
                {labelOfTipoIva(linea.tipo_iva, fecha) ?? linea.tipo_iva}
              </td>
              <td role="cell" data-align="end" data-label="Cantidad">
                {displayNumero(linea.cantidad)}
              </td>
              <td role="cell" data-align="end" data-label="P. unitario">
                ${displayNumero(linea.precio_unitario, 2)}
              </td>
              <td role="cell" data-align="end" data-label="Descuento">
                {displayMonto(linea.descuento)}
              </td>
              <td role="cell" data-align="end" data-label="Subtotal">
                {displayMonto(linea.base)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <div className={classes.foot}>
      <div>
        <h3>Forma de pago</h3>
        <ul className={classes.pagos}>
          {pagos.map((pago) => (
            <li key={`${pago.forma_pago} ${pago.total}`}>
              <span>{pagoText(pago)}</span>
              <span>{displayMonto(pago.total)}</span>
            </li>
          ))}
        </ul>
      </div>
      <dl className={classes.totales}>
        {totales.map(({ nombre, valor, destacado }) => (
          <div key={nombre} data-total={destacado}>
            <dt>{nombreTotal(nombre)}</dt>
            <dd>{valor}</dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
)
