import type { SolicitudFirmaRevisada } from '@yupana/contract'
import { canMoveFirma, DOCUMENTO_FIRMA_LABEL, puntosDeDocumento, type DocumentoFirma } from '@yupana/fiscal'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { DocumentoVista } from './documento-vista.tsx'
import classes from './firma.module.css'
import { checkPunto, downloadDocumentoDe, fetchDocumentoEnCola, type Lugar } from './mesa.queries.ts'

interface MesaDocumentoProps {
  solicitud: SolicitudFirmaRevisada
  documento: SolicitudFirmaRevisada['documentos'][number]
  nota: string
  onNota: (text: string) => void
}

/** A document at the desk: view it, check it point by point, or add an observation. */
export function MesaDocumento({ solicitud, documento: { clase, archivo, observacion }, nota, onNota }: MesaDocumentoProps) {
  const canObserve = canMoveFirma(solicitud.estado, 'OBSERVADA')
  const label = DOCUMENTO_FIRMA_LABEL[clase]
  return (
    <section className={classes.tarjeta} aria-label={label}>
      <h2>{label}</h2>
      {archivo === null ? <p>No está.</p> : <Archivo key={archivo.subido_en} lugar={solicitud} clase={clase} />}
      {observacion !== null && <p className={classes.observacion}>Observado: {observacion}</p>}
      <Puntos
        solicitud={solicitud}
        clase={clase}
        onObserve={canObserve ? (observacion) => onNota(withObservacion(nota, observacion)) : undefined}
      />
      {canObserve && <Nota label={`Observación: ${label}`} value={nota} onChange={onNota} />}
    </section>
  )
}

/** Adds an observation to the note, once. */
const withObservacion = (nota: string, observacion: string): string => {
  const said = nota.trim()
  if (said === '') return observacion
  return said.split('; ').includes(observacion) ? nota : `${said}; ${observacion}`
}

interface PuntosProps {
  solicitud: SolicitudFirmaRevisada
  clase: DocumentoFirma
  /** Absent where nothing is checked any more. */
  onObserve: ((text: string) => void) | undefined
}

function Puntos({ solicitud, clase, onObserve }: PuntosProps) {
  return (
    <ul className={classes.puntos}>
      {puntosDeDocumento(solicitud.tipo, clase).map(({ punto, label, observacion }) => (
        <li key={punto}>
          <Punto solicitud={solicitud} punto={punto} label={label} disabled={onObserve === undefined} />
          {onObserve && (
            <Button variant="subtle" aria-label={`Observar: ${observacion}`} onClick={() => onObserve(observacion)}>
              Observar
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface PuntoProps {
  solicitud: SolicitudFirmaRevisada
  punto: string
  label: string
  disabled: boolean
}

/** A checkbox. It shows its new state until the answer: the cache renders a moment later, and the box would spring back meanwhile. */
function Punto({ solicitud, punto, label, disabled }: PuntoProps) {
  const [said, setSaid] = useState<boolean>()
  const check = async (cumple: boolean) => {
    setSaid(cumple)
    await checkPunto(solicitud, punto, cumple).finally(() => setSaid(undefined))
  }
  return (
    <Checkbox
      label={label}
      checked={said ?? solicitud.comprobado.includes(punto)}
      disabled={disabled}
      onChange={({ currentTarget: { checked } }) => void untilRefused(check(checked))}
    />
  )
}

interface NotaProps {
  label: string
  value: string
  onChange: (text: string) => void
}

export const Nota = ({ label, value, onChange }: NotaProps) => (
  <TextInput label={label} value={value} maxLength={300} onChange={(event) => onChange(event.currentTarget.value)} />
)

function Archivo({ lugar: { empresa_id, id }, clase }: { lugar: Lugar; clase: DocumentoFirma }) {
  const [isShown, setShown] = useState(false)
  const label = DOCUMENTO_FIRMA_LABEL[clase]
  if (isShown) return <DocumentoVista clase={clase} label={label} load={() => fetchDocumentoEnCola({ empresa_id, id }, clase)} />
  return (
    <div className={classes.botones}>
      <Button variant="default" onClick={() => setShown(true)} aria-label={`Ver: ${label}`}>
        Ver
      </Button>
      <Button
        variant="default"
        onClick={() => void untilRefused(downloadDocumentoDe({ empresa_id, id }, clase))}
        aria-label={`Descargar: ${label}`}
      >
        Descargar
      </Button>
    </div>
  )
}
