import type { FactorPedido } from '@yupana/contract'

import classes from './segundo-factor.module.css'

/** Empty modules that a reader needs around the code. */
const QUIET = 4

const grouped = (secreto: string) => secreto.replace(/(.{4})(?=.)/g, '$1 ')

/** What an application reads: the QR, or on the telephone itself the address, or by hand the key. Black on white in every theme. */
export function CodigoQr({ pedido: { secreto, uri, qr } }: { pedido: FactorPedido }) {
  const side = qr.lado + 2 * QUIET
  return (
    <ol className={classes.pasos}>
      <li>
        <p>Escanee este código con su aplicación de autenticación (Google Authenticator, Microsoft Authenticator u otra).</p>
        <svg
          className={classes.qr}
          viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label="Código QR para su aplicación de autenticación"
        >
          <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
          <path d={qr.trazo} fill="#000" />
        </svg>
        <p className={classes.clave}>
          ¿No puede escanearlo? <a href={uri}>Ábralo en la aplicación de este equipo</a> o escriba esta clave:{' '}
          <strong>{grouped(secreto)}</strong>
        </p>
      </li>
      <li>
        <p>Ingrese el código de seis dígitos que muestra la aplicación.</p>
      </li>
    </ol>
  )
}
