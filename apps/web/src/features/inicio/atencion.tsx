import type { Pendientes } from '@yupana/contract'

import { AsuntoEntrada } from '../../domain/pendientes/asunto-entrada.tsx'
import { asuntosOf } from '../../domain/pendientes/asuntos.ts'
import classes from './inicio.module.css'

/** What somebody has to look at, each with the way to it. */
export function Atencion({ atencion, hasSteps }: { atencion: Pendientes; hasSteps: boolean }) {
  const asuntos = asuntosOf(atencion, hasSteps)
  return (
    <section className={classes.card} aria-labelledby="inicio-atencion">
      <header>
        <h2 id="inicio-atencion">Requiere su atención</h2>
      </header>
      {asuntos.length === 0 ? (
        <p className={classes.quiet}>Nada pendiente.</p>
      ) : (
        <ul className={classes.asuntos}>
          {asuntos.map((asunto) => (
            <li key={asunto.id}>
              <AsuntoEntrada asunto={asunto} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
