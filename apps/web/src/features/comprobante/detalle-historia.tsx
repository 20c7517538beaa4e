import type { ComprobanteDetalle } from '@yupana/contract'

import { estadoText } from '../../domain/auditoria/hecho-words.ts'
import { momentoText } from '../../lib/formato/format.ts'
import classes from './comprobante.module.css'

/** Every event, oldest first, with those of corrected versions; administrators find them with all others under «Historial». */
export const DetalleHistoria = ({ eventos }: { eventos: ComprobanteDetalle['eventos'] }) => (
  <details className={classes.card}>
    <summary>Historia completa ({eventos.length})</summary>
    <ol className={classes.historia}>
      {eventos.map(({ en, a, causa, quien, mensajes }, index) => (
        // Events are only ever added, so the index is a stable key.
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
