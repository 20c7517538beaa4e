import type { ComprobanteDetalle } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { CartaDialog } from '../../domain/correo/carta-dialog.tsx'
import { DestinatarioChip } from '../../domain/correo/destinatario-chip.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import classes from './comprobante.module.css'

const MOTIVO = { AUTORIZACION: 'Al autorizarse', REENVIO: 'Reenvío', ANULACION: 'Al anularse' } as const

/** Mails of the document, with their state at each address. */
export function DetalleCorreos({ documento: { correos, estado } }: { documento: ComprobanteDetalle }) {
  const [opened, setOpened] = useState<string>()
  return (
    <section className={classes.card} aria-labelledby="correos">
      <h2 id="correos">Correos</h2>
      {correos.length === 0 && (
        <p className={classes.muted}>
          {estado === 'AUTORIZADO'
            ? 'No se envió a nadie: el cliente no tiene correo.'
            : 'El correo sale cuando el SRI autoriza el comprobante.'}
        </p>
      )}
      <ul className={classes.correos}>
        {correos.map((correo) => (
          <li key={correo.id}>
            <div className={classes.correo}>
              <span>
                {MOTIVO[correo.motivo]} · {momentoText(correo.creado_en)}
              </span>
              <Button variant="subtle" onClick={() => setOpened(correo.id)}>
                Ver correo
              </Button>
            </div>
            <ul className={classes.destinatarios}>
              {correo.destinatarios.map((destino) => (
                <li key={destino.direccion}>
                  <span>{destino.direccion}</span> {destino.copia && '(copia) '}
                  <DestinatarioChip estado={destino.estado} />
                  {destino.error && <p className={classes.error}>{destino.error}</p>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {opened !== undefined && <CartaDialog id={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}
