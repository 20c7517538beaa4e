import type { ComprobanteDetalle } from '@yupana/contract'

import { momentoText } from '../../lib/formato/format.ts'
import classes from './comprobante.module.css'

const ESTADO: Readonly<Record<string, string>> = {
  EMITIDO: 'Emitido',
  FIRMADO: 'Firmado',
  ENVIANDO: 'Enviándose al SRI',
  INCIERTO: 'Sin respuesta todavía',
  RECIBIDA: 'Recibido por el SRI',
  AUTORIZADO: 'Autorizado',
  RECHAZADO: 'No autorizado',
  RETENIDO: 'Retenido',
  CUARENTENA: 'En revisión',
  CERRADO: 'Número cerrado',
  ANULADO: 'Anulado',
  TARDIA: 'Respuesta tardía',
}

/** Every move, oldest first, the corrected versions included. */
export const DetalleHistoria = ({ eventos }: { eventos: ComprobanteDetalle['eventos'] }) => (
  <details className={classes.card}>
    <summary>Historia completa ({eventos.length})</summary>
    <ol className={classes.historia}>
      {eventos.map(({ en, a, causa, quien, mensajes }, index) => (
        // A story is only ever added to: the place of an event is its name.
        <li key={index}>
          <time dateTime={en}>{momentoText(en)}</time>
          <div>
            <strong>{ESTADO[a] ?? a}</strong> · {causa}
            {quien && <> · {quien}</>}
            {mensajes?.map(({ identificador, mensaje, informacionAdicional }) => (
              <p key={`${identificador} ${informacionAdicional ?? ''}`} className={classes.muted}>
                {identificador}: {mensaje}
                {informacionAdicional && ` (${informacionAdicional})`}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  </details>
)
