import type { ComprobanteDetalle } from '@yupana/contract'
import { displayNumero } from '@yupana/fiscal'

import classes from './comprobante.module.css'
import { DetalleTabla, type Columna } from './detalle-tabla.tsx'

const COLUMNAS: readonly Columna<ComprobanteDetalle['lineas'][number]>[] = [
  { header: 'Código', cell: ({ codigo }) => codigo ?? '—' },
  { header: 'Descripción', cell: ({ descripcion }) => descripcion, title: true },
  { header: 'Cantidad', cell: ({ cantidad }) => displayNumero(cantidad), end: true },
]

/** Goods of a guía de remisión, without amounts. */
export const DetalleMercaderia = ({ lineas }: Pick<ComprobanteDetalle, 'lineas'>) => (
  <section className={classes.card} aria-labelledby="detalle">
    <h2 id="detalle">Mercadería</h2>
    <DetalleTabla label="Líneas" columnas={COLUMNAS} filas={lineas} keyOf={({ n }) => n} />
  </section>
)
