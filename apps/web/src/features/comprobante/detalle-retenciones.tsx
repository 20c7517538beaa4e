import type { ComprobanteDetalle } from '@yupana/contract'
import { displayMonto, displayPorcentaje } from '@yupana/fiscal'

import { impuestoText, sustentoText } from '../../domain/comprobante/retenidas.ts'
import { fechaText } from '../../lib/formato/format.ts'
import classes from './comprobante.module.css'
import { DetalleTabla, type Columna } from './detalle-tabla.tsx'

const COLUMNAS: readonly Columna<NonNullable<ComprobanteDetalle['retenciones']>[number]>[] = [
  { header: 'Sustento', cell: sustentoText, title: true },
  { header: 'Fecha', cell: ({ fecha }) => fechaText(fecha), whole: true },
  { header: 'Impuesto', cell: impuestoText },
  { header: 'Código', cell: ({ codigo }) => codigo },
  { header: 'Base', cell: ({ base }) => displayMonto(base), end: true },
  { header: '%', cell: ({ porcentaje }) => displayPorcentaje(porcentaje), end: true },
  { header: 'Retenido', cell: ({ valor }) => displayMonto(valor), end: true },
]

/** The withholdings, each with its document. */
export const DetalleRetenciones = ({ documento: { retenciones = [], total } }: { documento: ComprobanteDetalle }) => (
  <section className={classes.card} aria-labelledby="detalle">
    <h2 id="detalle">Retenciones</h2>
    <DetalleTabla label="Líneas" columnas={COLUMNAS} filas={retenciones} keyOf={({ n }) => n} />
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
