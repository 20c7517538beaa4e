import type { SolicitudFirma } from '@yupana/contract'
import { isFirmaCerrada } from '@yupana/fiscal'
import { Link } from 'react-router'

import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import classes from './firma.module.css'
import { takePagada } from './firma.queries.ts'
import { firmaText, ordenText } from './firma-words.tsx'

/** The order that pays for a request; without one, the ways to pay: a signature bought earlier, or the store. */
export function PagoFirma({ solicitud }: { solicitud: SolicitudFirma }) {
  const [isBusy, take] = useBusy((orden: string) => untilRefused(takePagada(solicitud.id, orden)))
  const { pago, por_usar, estado, tipo, anios } = solicitud
  if (pago)
    return (
      <p>
        Pagada con la <Link to={`/historial_compras?orden=${pago.orden_id}`}>{ordenText(pago.numero)}</Link>.
      </p>
    )
  if (isFirmaCerrada(estado)) return null
  return (
    <section className={classes.tarjeta} aria-label="Pago de la firma">
      <h2>Pago</h2>
      <p>
        {por_usar.length > 0
          ? `Su empresa ya pagó una firma de ${firmaText(solicitud).toLowerCase()}.`
          : `La firma se emite cuando está pagada.${estado === 'BORRADOR' ? ' Puede pagarla ahora o después de enviar la solicitud.' : ''}`}
      </p>
      <div className={classes.botones}>
        {por_usar.map(({ orden_id, numero }) => (
          <Button key={orden_id} variant="default" busy={isBusy} onClick={() => void take(orden_id)}>
            Usar la de la {ordenText(numero)}
          </Button>
        ))}
        {por_usar.length === 0 && (
          <LinkButton to={`/tienda?firma=${tipo}-${anios}`} variant="default">
            Pagar la firma
          </LinkButton>
        )}
      </div>
    </section>
  )
}
