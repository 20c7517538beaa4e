import type { RecordatoriosDePersona } from '@yupana/contract'
import { displayMonto, type SentidoCartera } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { Button } from '../../components/button.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './cartera.module.css'
import { eximir, recordatoriosDeQuery } from './cartera.queries.ts'
import { diasText } from './cartera-words.ts'

type Enviado = RecordatoriosDePersona['enviados'][number]

/** Mails about this account: reminders, only for clients, and statements. */
export function Recordatorios({ persona, sentido }: { persona: string; sentido: SentidoCartera }) {
  const { data } = useQuery(recordatoriosDeQuery(persona))
  if (!data) return null
  const enviados = data.enviados.filter(({ estado }) => (estado?.sentido ?? 'COBRAR') === sentido)
  if (sentido === 'COBRAR') return <DeCliente persona={persona} {...data} enviados={enviados} />
  if (enviados.length === 0) return null
  return (
    <section className={classes.recordatorios} aria-label="Correos enviados">
      <h2>Correos enviados</h2>
      <Lista enviados={enviados} />
    </section>
  )
}

/** Reminders sent to a client, and whether automatic ones are on. */
function DeCliente({ persona, activo, exento, correos, enviados }: RecordatoriosDePersona & { persona: string }) {
  const [isBusy, run] = useBusy((next: boolean) => untilRefused(eximir(persona, next)))
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
      <Lista enviados={enviados} />
    </section>
  )
}

const queText = ({ total, con_estado: conEstado, correos, estado }: Enviado): string =>
  estado
    ? `estado de cuenta ${diasText(estado)}, saldo ${displayMonto(total)}, a ${correos.join(', ')}`
    : `${displayMonto(total)} a ${correos.join(', ')}${conEstado ? ', con su estado de cuenta' : ''}`

const Lista = ({ enviados }: { enviados: readonly Enviado[] }) =>
  enviados.length > 0 && (
    <ul className={classes.enviados}>
      {enviados.map((uno) => (
        <li key={uno.id}>
          {momentoText(uno.en)}, {uno.usuario === null ? 'automático' : `por ${uno.usuario}`}: {queText(uno)}
        </li>
      ))}
    </ul>
  )
