import { displayMonto } from '@yupana/fiscal'

import classes from './tienda.module.css'

/** As a factura sums it. */
export const Totales = ({ subtotal, iva, total }: { subtotal: number; iva: number; total: number }) => (
  <dl className={classes.totales}>
    <dt>Subtotal</dt>
    <dd>{displayMonto(subtotal)}</dd>
    <dt>IVA</dt>
    <dd>{displayMonto(iva)}</dd>
    <dt>Total</dt>
    <dd>
      <strong>{displayMonto(total)}</strong>
    </dd>
  </dl>
)
