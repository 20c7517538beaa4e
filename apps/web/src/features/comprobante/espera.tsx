import type { ComprobanteDetalle } from '@yupana/contract'
import { ESTADO_AUTORIZACION } from '@yupana/fiscal'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { consult, novedadesStore, waitsForSri } from '../../domain/comprobante/seguimiento.ts'
import { horaText } from '../../lib/formato/format.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { serverNow } from '../../lib/sesion/server-clock.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import classes from './espera.module.css'

const ESPERA: Readonly<Record<number, string>> = {
  [ESTADO_AUTORIZACION.EN_ESPERA]: 'El SRI aún no responde.',
  [ESTADO_AUTORIZACION.EN_PROCESO]: 'El SRI la está procesando.',
}
const sigueOf = (nombre: string) => `Puede seguir con otra ${nombre}: esta continúa sola y la lista de comprobantes se actualiza.`

/** While the SRI does not answer: nothing was sent, and nothing is lost. */
const CALLADO = 'En espera: el SRI no responde. Se enviará sola.'

/** While the SRI has not decided: no error, and the user may ask for its answer. */
export function Espera({
  documento: { id, estado_tributario: tributario },
  nombre,
}: {
  documento: Pick<ComprobanteDetalle, 'id' | 'estado_tributario'>
  nombre: string
}) {
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<string>()
  const ask = async () => {
    setAsking(true)
    try {
      await consult(id)
      setAsked(new Date(serverNow()).toISOString())
    } finally {
      setAsking(false)
    }
  }
  const text = waitsForSri(useStore(novedadesStore).get(id) ?? {}) ? CALLADO : ESPERA[tributario]
  return (
    <div className={text === undefined ? undefined : classes.espera}>
      <p role="status" className={classes.nota}>
        {text !== undefined && `${text}${asked === undefined ? '' : ` Consultado a las ${horaText(asked)}.`} ${sigueOf(nombre)}`}
      </p>
      {text !== undefined && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} />}
          busy={isAsking}
          busyLabel="Consultando…"
          onClick={() => void untilRefused(ask())}
        >
          Consultar estado
        </Button>
      )}
    </div>
  )
}
