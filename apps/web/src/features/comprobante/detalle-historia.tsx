import type { ComprobanteDetalle } from '@yupana/contract'

import { estadoText } from '../../domain/auditoria/hecho-words.ts'
import { momentoText } from '../../lib/formato/format.ts'
import classes from './comprobante.module.css'

/** Every move, oldest first, the corrected versions included; who administers has them with all else under «Historial». */
export const DetalleHistoria = ({ eventos }: { eventos: ComprobanteDetalle['eventos'] }) => (
  <details className={classes.card}>
    <summary>Historia completa ({eventos.length})</summary>
    <ol className={classes.historia}>
      {eventos.map(({ en, a, causa, quien, mensajes }, index) => (
        // A story is only ever added to: the place of an event is its name.
        <li key={index}>
          <time dateTime={en}>{momentoText(en)}</time>
          <div>
            <strong>{estadoText(a)}</strong> · {causa}
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
