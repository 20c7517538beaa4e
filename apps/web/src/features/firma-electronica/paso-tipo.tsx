import type { SolicitudFirma } from '@yupana/contract'
import type { AniosFirma, TipoFirma } from '@yupana/fiscal'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import classes from './firma.module.css'
import { beginSolicitud, saveSolicitud } from './firma.queries.ts'
import { ANIOS_OPTIONS, TIPO_FIRMA_OPTIONS } from './firma-words.tsx'

interface PasoTipoProps {
  solicitud: SolicitudFirma | undefined
  onDone: (id: string) => void
}

/** Kind of holder, and duration. */
export function PasoTipo({ solicitud, onDone }: PasoTipoProps) {
  const [tipo, setTipo] = useState<TipoFirma>(solicitud?.tipo ?? 'NATURAL')
  const [anios, setAnios] = useState(String(solicitud?.anios ?? 1) as '1' | '2' | '3')
  const [keyFor] = useState(createSendingKey)
  const [isBusy, save] = useBusy(async () => {
    const form = { tipo, anios: Number(anios) as AniosFirma }
    if (!solicitud) return beginSolicitud(form, keyFor(form))
    if (solicitud.tipo === tipo && solicitud.anios === form.anios) return solicitud
    return saveSolicitud(solicitud.id, { ...form, datos: solicitud.datos, version: solicitud.version })
  })
  return (
    <section className={classes.paso} aria-label="Tipo">
      <RadioGroup label="¿Para quién es la firma?" options={TIPO_FIRMA_OPTIONS} value={tipo} onChange={setTipo} />
      <RadioGroup label="¿Por cuánto tiempo?" options={ANIOS_OPTIONS} value={anios} onChange={setAnios} />
      <div className={classes.botones}>
        <Button busy={isBusy} busyLabel="Guardando…" onClick={() => void untilRefused(save().then(({ id }) => onDone(id)))}>
          Continuar
        </Button>
      </div>
    </section>
  )
}
