import { displayMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { Button } from '../../components/button.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './cartera.module.css'
import { eximir, recordatoriosDeQuery } from './cartera.queries.ts'

/** What a client was reminded of, and whether reminders go by themselves. */
export function Recordatorios({ persona }: { persona: string }) {
  const { data } = useQuery(recordatoriosDeQuery(persona))
  const [isBusy, run] = useBusy((exento: boolean) => untilRefused(eximir(persona, exento)))
  if (!data) return null
  const { activo, exento, correos, enviados } = data
  return (
    <section className={classes.recordatorios} aria-label="Recordatorios">
      <h2>Recordatorios</h2>
      <div className={classes.exento}>
        <p>
          {correos.length === 0
            ? 'No tiene correo: no recibe recordatorios.'
            : exento
              ? 'No recibe recordatorios automáticos.'
              : activo
                ? 'Recibe los recordatorios automáticos.'
                : 'La empresa no envía recordatorios automáticos.'}
        </p>
        {hasRight('pago:registrar') && (activo || exento) && correos.length > 0 && (
          <Button variant="default" busy={isBusy} busyLabel="Guardando…" onClick={() => void run(!exento)}>
            {exento ? 'Volver a recordarle' : 'Dejar de recordarle'}
          </Button>
        )}
      </div>
      {enviados.length > 0 && (
        <ul className={classes.enviados}>
          {enviados.map(({ id, en, correos: direcciones, total, usuario, con_estado: conEstado }) => (
            <li key={id}>
              {momentoText(en)}, {usuario === null ? 'automático' : `por ${usuario}`}: {displayMonto(total)} a {direcciones.join(', ')}
              {conEstado && ', con su estado de cuenta'}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
