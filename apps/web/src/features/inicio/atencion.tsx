import type { Inicio } from '@yupana/contract'

import { AsuntoEntrada } from '../../domain/pendientes/asunto-entrada.tsx'
import { ObligacionLista } from '../../domain/obligacion/obligacion-lista.tsx'
import { asuntosOf } from '../../domain/pendientes/asuntos.ts'
import classes from './inicio.module.css'
import { useObligaciones } from './obligaciones.tsx'
import { PorRetener, porRetenerOf } from './por-retener.tsx'

/** Pending matters, each with its link. */
export function Atencion({ inicio, hasSteps }: { inicio: Inicio; hasSteps: boolean }) {
  const asuntos = asuntosOf(inicio.atencion, hasSteps)
  const porRetener = porRetenerOf(inicio)
  const { vencidas } = useObligaciones()
  return (
    <section className={classes.card} aria-labelledby="inicio-atencion">
      <header>
        <h2 id="inicio-atencion">Requiere su atención</h2>
      </header>
      {asuntos.length === 0 && vencidas.length === 0 && !porRetener && <p className={classes.quiet}>Nada pendiente.</p>}
      {vencidas.length > 0 && <ObligacionLista obligaciones={vencidas} />}
      {asuntos.length > 0 && (
        <ul className={classes.asuntos}>
          {asuntos.map((asunto) => (
            <li key={asunto.id}>
              <AsuntoEntrada asunto={asunto} />
            </li>
          ))}
        </ul>
      )}
      {porRetener && <PorRetener todo={porRetener} />}
    </section>
  )
}
