import type { CobroTarjeta, Orden } from '@yupana/contract'
import { displayMonto, ESTADO_COBRO_LABEL, isCobroEnCurso } from '@yupana/fiscal'

import { Button } from '../../components/button.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import classes from './tienda.module.css'
import { beginTarjeta } from './tienda.queries.ts'

/** Leads to the page of the gateway; stays here if nothing is left to pay. */
async function goToGateway(id: string): Promise<void> {
  const pagina = await beginTarjeta(id)
  if (pagina !== null) window.location.assign(pagina)
}

/** Payment by card, on the gateway's page; nothing if the installation accepts no cards. */
export function PagoTarjeta({ orden: { id, total, tarjeta }, buys }: { orden: Orden; buys: boolean }) {
  const [isBusy, run] = useBusy(() => untilRefused(goToGateway(id)))
  if (!tarjeta.disponible) return null
  const enCurso = tarjeta.cobros.some(({ estado }) => isCobroEnCurso(estado))
  return (
    <section className={classes.caja} aria-label="Pago con tarjeta">
      <h2>Pago con tarjeta</h2>
      {enCurso ? (
        <p role="status">Hay un pago con tarjeta en curso. Si ya pagó, esta página lo mostrará en cuanto se confirme.</p>
      ) : (
        <p>
          Pague <strong>{displayMonto(total)}</strong> en la página segura de la pasarela. Aquí no se pide ni se guarda ningún dato de su
          tarjeta.
        </p>
      )}
      {buys && (
        <div>
          <Button variant={enCurso ? 'default' : 'filled'} busy={isBusy} busyLabel="Abriendo…" onClick={() => void run()}>
            {enCurso ? 'Continuar el pago con tarjeta' : 'Pagar con tarjeta'}
          </Button>
        </div>
      )}
    </section>
  )
}

const DEVUELVE: Readonly<Partial<Record<CobroTarjeta['estado'], string>>> = {
  POR_REVERSAR: 'Lo que se haya cobrado se devuelve a la tarjeta.',
  REVERSADO: 'Lo que se haya cobrado se devolvió a la tarjeta.',
}

const PERDIDO = 'La pasarela ya no encuentra este cobro: si se hizo, el dinero se devuelve desde su portal.'

const devuelveOf = ({ estado, perdido }: CobroTarjeta): string | undefined =>
  estado === 'POR_REVERSAR' && perdido ? PERDIDO : DEVUELVE[estado]

/** Card charges of an order, and their refunds, for buyer and desk. */
export function CobrosTarjeta({ cobros }: { cobros: readonly CobroTarjeta[] }) {
  if (cobros.length === 0) return null
  return (
    <section className={classes.caja} aria-label="Cobros con tarjeta">
      <h2>Cobros con tarjeta</h2>
      <ul className={classes.historia}>
        {cobros.map((cobro) => (
          <li key={cobro.creado_en}>
            <strong>{ESTADO_COBRO_LABEL[cobro.estado]}</strong> · {displayMonto(cobro.monto)} · {momentoText(cobro.creado_en)}
            {(cobro.problema !== null || devuelveOf(cobro) !== undefined) && (
              <p className={classes.nota}>{[cobro.problema, devuelveOf(cobro)].filter(Boolean).join(' ')}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
