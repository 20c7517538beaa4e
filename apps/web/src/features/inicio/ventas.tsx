import type { VentaDelDia } from '@yupana/contract'
import { displayMonto, sum, type Fecha } from '@yupana/fiscal'

import { fechaText } from '../../lib/formato/format.ts'
import classes from './inicio.module.css'

/** Today's sales of each till, and their total. */
export const Ventas = ({ ventas, dia }: { ventas: readonly VentaDelDia[]; dia: Fecha }) => (
  <section className={classes.card} aria-labelledby="inicio-ventas">
    <header>
      <h2 id="inicio-ventas">Ventas de hoy por caja</h2>
      <span className={classes.quiet}>{fechaText(dia)}</span>
    </header>
    {ventas.length === 0 ? (
      <p className={classes.quiet}>Aún no hay ventas hoy.</p>
    ) : (
      <table className={classes.ventas}>
        <thead>
          <tr>
            <th scope="col">Caja</th>
            <th scope="col" data-end>
              Facturas
            </th>
            <th scope="col" data-end>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {ventas.map(({ establecimiento, punto, vendedor, cantidad, total }) => (
            <tr key={`${establecimiento}-${punto}-${vendedor}`}>
              <th scope="row" className={classes.words}>
                <strong>
                  {establecimiento}-{punto}
                </strong>
                <span>{vendedor ?? 'Sin vendedor'}</span>
              </th>
              <td data-end>{cantidad}</td>
              <td data-end>{displayMonto(total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td data-end>{sum(ventas.map(({ cantidad }) => cantidad))}</td>
            <td data-end>{displayMonto(sum(ventas.map(({ total }) => total)))}</td>
          </tr>
        </tfoot>
      </table>
    )}
  </section>
)
