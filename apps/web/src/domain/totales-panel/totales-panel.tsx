import { displayMonto, type TotalesDocumento } from '@yupana/fiscal'
import type { ReactNode } from 'react'

import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { filasOfTotales, spokenTotal, type FilaTotal } from './totales-filas.ts'
import classes from './totales-panel.module.css'

const SPOKEN_AFTER_MS = 1000
const EMPTY: TotalesDocumento = { lineas: [], totalSinImpuestos: 0, totalDescuento: 0, totalConImpuestos: [], propina: 0, importeTotal: 0 }

interface TotalesPanelProps {
  /** Undefined when the amounts leave the range that a document admits. */
  totales: TotalesDocumento | undefined
  negocioPopular?: boolean
  /** False for documents without discounts: the row is left out. */
  withDescuento?: boolean
  /** Rows after the total: the part of it that is paid. */
  neto?: readonly FilaTotal[]
  /** Actions below the total. */
  children?: ReactNode
}

/** Totals of a document. A screen reader hears them a second after the last change, not at every key. */
export function TotalesPanel({ totales, negocioPopular = false, withDescuento = true, neto = [], children }: TotalesPanelProps) {
  const spoken = useDebounced(totales ? spokenTotal(totales) : 'Los valores superan el máximo que un comprobante admite.', SPOKEN_AFTER_MS)
  const shown = totales ?? EMPTY
  return (
    <section className={classes.panel} aria-label="Resumen">
      <dl className={classes.filas}>
        {filasOfTotales(shown, negocioPopular, withDescuento).map(({ label, monto }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{displayMonto(monto)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>TOTAL</dt>
          <dd>{totales ? displayMonto(totales.importeTotal) : '—'}</dd>
        </div>
        {neto.map(({ label, monto }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{displayMonto(monto)}</dd>
          </div>
        ))}
      </dl>
      {!totales && <p className={classes.fuera}>Los valores superan el máximo que un comprobante admite.</p>}
      <p role="status" className={classes.oculto}>
        {spoken}
      </p>
      {children}
    </section>
  )
}
