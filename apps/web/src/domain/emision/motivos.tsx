import type { ComprobanteDetalle } from '@yupana/contract'

import { LinkButton } from '../../components/link-button.tsx'
import classes from './avisos.module.css'
import { correctPathOf, duplicatePathOf } from './rutas.ts'

/** Why the SRI did not authorise it: its own words, what they mean and what to do. */
export const Motivos = ({ detalle, accion = detalle.accion }: { detalle: ComprobanteDetalle; accion?: ComprobanteDetalle['accion'] }) => (
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
    {accion === 'CORREGIR' && <EditorLink to={correctPathOf(detalle)}>Corregir y reenviar</EditorLink>}
    {accion === 'NUEVO_NUMERO' && <EditorLink to={duplicatePathOf(detalle)}>Emitir de nuevo con otro número</EditorLink>}
    {accion === 'REENVIAR' && <LinkButton to="/comprobante?tributario=4&desde=">Ver en la lista para reenviar</LinkButton>}
  </div>
)

const EditorLink = ({ to, children }: { to: string | undefined; children: string }) =>
  to === undefined ? null : <LinkButton to={to}>{children}</LinkButton>
