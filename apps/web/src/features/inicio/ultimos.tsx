import type { ComprobanteFila } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ComprobanteChip } from '../../domain/comprobante/estado-chip.tsx'
import { useFilasVivas } from '../../domain/comprobante/use-seguir.ts'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import { forgetInicio } from './inicio.queries.ts'
import classes from './inicio.module.css'

/** The newest documents; those in process are followed live. */
export function Ultimos({ filas, firstUse }: { filas: readonly ComprobanteFila[]; firstUse: ReactNode }) {
  const origin = useOrigin()
  const vivas = useFilasVivas(filas, forgetInicio)
  return (
    <section className={classes.card} aria-labelledby="inicio-ultimos">
      <header>
        <h2 id="inicio-ultimos">Últimos comprobantes</h2>
        {filas.length > 0 && <Link to="/comprobante">Ver todos</Link>}
      </header>
      {filas.length === 0 ? (
        <div className={classes.empty}>
          <p>Aún no tiene facturas. Emita la primera.</p>
          {firstUse}
        </div>
      ) : (
        <ul className={classes.ultimos}>
          {vivas.map((fila) => (
            <li key={fila.id}>
              <span className={classes.words}>
                <Link to={`/comprobante/${fila.id}`} state={origin}>
                  {fila.numero}
                </Link>
                <span title={fila.receptor_nombre}>{fila.receptor_nombre}</span>
              </span>
              <ComprobanteChip fila={fila} />
              <strong className={classes.figure}>{displayMonto(fila.total)}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
