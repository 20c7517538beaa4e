import type { ComprobanteDetalle } from '@yupana/contract'
import { displayMonto, displayNumero, labelOfTipoIva, nombreFormaPago, type Fecha } from '@yupana/fiscal'

import { nombreTotal } from '../../domain/comprobante/nombre.ts'
import classes from './comprobante.module.css'
import { DetalleTabla, type Columna } from './detalle-tabla.tsx'

const pagoText = ({ forma_pago: forma, plazo, unidad_tiempo: unidad }: ComprobanteDetalle['pagos'][number]) =>
  `${nombreFormaPago(forma) ?? forma}${plazo ? `, ${plazo} ${unidad ?? 'días'}` : ''}`

/** Rates are named as on the day of issue. */
const columnasOf = (fecha: Fecha): readonly Columna<ComprobanteDetalle['lineas'][number]>[] => [
  { header: 'Código', cell: ({ codigo }) => codigo ?? '—' },
  { header: 'Descripción', cell: ({ descripcion }) => descripcion, title: true },
  { header: 'IVA', cell: ({ tipo_iva: tipo }) => labelOfTipoIva(tipo, fecha) ?? tipo, whole: true },
  { header: 'Cantidad', cell: ({ cantidad }) => displayNumero(cantidad), end: true },
  { header: 'P. unitario', cell: ({ precio_unitario: precio }) => `$${displayNumero(precio, 2)}`, end: true },
  { header: 'Descuento', cell: ({ descuento }) => displayMonto(descuento), end: true },
  { header: 'Subtotal', cell: ({ base }) => displayMonto(base), end: true },
]

/** The lines of an issued sale, read-only. */
export const DetalleLineas = ({ documento: { fecha_emision: fecha, lineas, pagos, totales } }: { documento: ComprobanteDetalle }) => (
  <section className={classes.card} aria-labelledby="detalle">
    <h2 id="detalle">Detalle</h2>
    <DetalleTabla label="Líneas" columnas={columnasOf(fecha)} filas={lineas} keyOf={({ n }) => n} />
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
