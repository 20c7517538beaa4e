import type { ComprobanteDetalle } from '@yupana/contract'

import classes from './avisos.module.css'

/** Why the SRI did not authorise it: its own words, what they mean and what to do. */
export const Motivos = ({ detalle }: { detalle: Pick<ComprobanteDetalle, 'mensajes'> }) => (
  <div className={classes.motivos} role="alert" tabIndex={-1} data-campo="motivos-sri">
    {detalle.mensajes.map((mensaje, at) => (
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
  </div>
)
