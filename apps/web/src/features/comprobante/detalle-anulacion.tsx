import type { ComprobanteDetalle } from '@yupana/contract'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { fechaText, momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { ESTADOS, isOpen } from './anulacion.ts'
import classes from './comprobante.module.css'
import { askAnulacionOf, withdrawAnulacionOf } from './comprobante.queries.ts'

/** State of the last request to void. */
export function DetalleAnulacion({ documento: { id, anulacion } }: { documento: Pick<ComprobanteDetalle, 'id' | 'anulacion'> }) {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, ask] = useBusy(() => untilRefused(askAnulacionOf(id)))
  if (anulacion === null) return null
  const { estado, solicitada_en, quien, motivo, plazo, aceptacion, consultada_en, resuelta_en } = anulacion
  const withdraw = async () => {
    setBusy(true)
    await untilRefused(withdrawAnulacionOf(id))
    setBusy(false)
  }
  return (
    <section className={classes.card} aria-labelledby="anulacion">
      <h2 id="anulacion">Anulación</h2>
      <dl className={classes.datos}>
        <div>
          <dt>Estado</dt>
          <dd>{ESTADOS[estado]}</dd>
        </div>
        <div>
          <dt>Solicitada</dt>
          <dd>
            {momentoText(solicitada_en)}
            {quien && `, por ${quien}`}
          </dd>
        </div>
        <div>
          <dt>Motivo</dt>
          <dd>{motivo}</dd>
        </div>
        <div>
          <dt>Plazo del portal</dt>
          <dd>{fechaText(plazo)}</dd>
        </div>
        {aceptacion !== null && (
          <div>
            <dt>Aceptación del receptor</dt>
            <dd>{aceptacion} días hábiles</dd>
          </div>
        )}
        {resuelta_en ? (
          <div>
            <dt>Resuelta</dt>
            <dd>{momentoText(resuelta_en)}</dd>
          </div>
        ) : (
          consultada_en && (
            <div>
              <dt>Última consulta al SRI</dt>
              <dd>{momentoText(consultada_en)}</dd>
            </div>
          )
        )}
      </dl>
      {isOpen({ anulacion }) && (
        <div className={classes.footer}>
          <Button variant="default" busy={isAsking} busyLabel="Consultando…" onClick={() => void ask()}>
            Consultar al SRI
          </Button>
          {estado === 'SOLICITADA' && hasRight('documento:anular') && (
            <Button variant="default" busy={isBusy} busyLabel="Retirando…" onClick={() => void withdraw()}>
              Retirar solicitud
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
