import { displayMonto, subtract, type Monto } from '@yupana/fiscal'

import classes from './tienda.module.css'

/** Totals in the form of a factura. */
export const Totales = ({ antes, subtotal, iva, total }: { antes: Monto; subtotal: Monto; iva: Monto; total: Monto }) => (
  <dl className={classes.totales}>
    {antes > subtotal && (
      <>
        <dt>Precio del catálogo</dt>
        <dd>{displayMonto(antes)}</dd>
        <dt>Rebaja</dt>
        <dd>{displayMonto(subtract(subtotal, antes))}</dd>
      </>
    )}
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
