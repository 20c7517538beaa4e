import type { ComprobanteDetalle } from '@yupana/contract'

import { LinkButton } from '../../components/link-button.tsx'
import classes from './avisos.module.css'

/** Why the SRI did not authorise it: its own words, what they mean and what to do. */
export const Motivos = ({ detalle: { id, mensajes, accion } }: { detalle: ComprobanteDetalle }) => (
  <div className={classes.motivos} role="alert" tabIndex={-1} data-campo="motivos">
    {mensajes.map((mensaje, at) => (
      <div key={at}>
        <p>
          <strong>
            SRI {mensaje.identificador}: {mensaje.mensaje}
          </strong>
        </p>
        {mensaje.informacionAdicional && <p>{mensaje.informacionAdicional}</p>}
        {mensaje.causa && <p>{mensaje.causa}</p>}
        {mensaje.remedio && <p>{mensaje.remedio}</p>}
      </div>
    ))}
    {accion === 'CORREGIR' && <LinkButton to={`/documento/${id}?corregir=1`}>Corregir y reenviar</LinkButton>}
    {accion === 'NUEVO_NUMERO' && <LinkButton to={`/documento/registro?duplicar=${id}`}>Emitir de nuevo con otro número</LinkButton>}
    {accion === 'REENVIAR' && <LinkButton to="/comprobante?tributario=4&desde=">Ver en la lista para reenviar</LinkButton>}
  </div>
)
