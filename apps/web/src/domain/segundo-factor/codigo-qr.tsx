import type { FactorPedido } from '@yupana/contract'

import { Qr } from '../../components/qr.tsx'
import classes from './segundo-factor.module.css'

const grouped = (secreto: string) => secreto.replace(/(.{4})(?=.)/g, '$1 ')

/** The secret for an authenticator application: as a QR code, as a link on the phone itself, or as a key to type. */
export function CodigoQr({ pedido: { secreto, uri, qr } }: { pedido: FactorPedido }) {
  return (
    <ol className={classes.pasos}>
      <li>
        <p>Escanee este código con su aplicación de autenticación (Google Authenticator, Microsoft Authenticator u otra).</p>
        <Qr qr={qr} label="Código QR para su aplicación de autenticación" />
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
