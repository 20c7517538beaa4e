import type { ObservacionFirma, SolicitudFirmaRevisada } from '@yupana/contract'
import { canMoveFirma, DOCUMENTO_FIRMA_LABEL, type DocumentoFirma } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { saveFile } from '../../lib/http/save-file.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { DocumentoVista } from './documento-vista.tsx'
import classes from './firma.module.css'
import { EstadoFirmaChip, firmaText } from './firma-words.tsx'
import { EmisionDialog, RechazoDialog } from './mesa-dialogs.tsx'
import { enColaQuery, fetchDocumentoEnCola, fetchPaquete, moveSolicitud, observeSolicitud, type Lugar } from './mesa.queries.ts'
import { TextoVideo } from './paso-documentos.tsx'
import { Datos, Historia } from './resumen.tsx'

/** What is usually wrong: one press. */
const FRECUENTES: Readonly<Partial<Record<DocumentoFirma, string>>> = {
  RUC: 'El RUC no está activo o actualizado',
  CEDULA_FRENTE: 'La cara frontal está borrosa',
  CEDULA_REVERSO: 'La cara posterior está borrosa',
  SELFIE: 'La cédula no se lee en la selfie',
  VIDEO: 'El titular no dice todo el texto',
}
const FRECUENTE = 'No se lee completo'

/** One request on the desk: what was written beside what was uploaded, and what is decided. */
export function MesaSolicitud({ lugar }: { lugar: Lugar }) {
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery(enColaQuery(lugar))
  return (
    <>
      <PageHeader title="Revisar solicitud">
        {data && (
          <span className={classes.estado}>
            <EstadoFirmaChip estado={data.estado} />
          </span>
        )}
        <LinkButton to="/administracion/firmas" variant="default">
          Solicitudes de Firma
        </LinkButton>
      </PageHeader>
      {isError && !data && (
        <LoadFailure
          reason="No se pudo abrir esta solicitud."
          onRetry={() => void refetch()}
          onBack={() => void navigate('/administracion/firmas')}
        />
      )}
      {!data && !isError && <Skeleton label="Cargando" lines={['60%', '100%', '80%']} />}
      {data && <Revision key={data.id} solicitud={data} />}
    </>
  )
}

function Revision({ solicitud }: { solicitud: SolicitudFirmaRevisada }) {
  const [notas, setNotas] = useState<Readonly<Record<string, string>>>({})
  const canObserve = canMoveFirma(solicitud.estado, 'OBSERVADA')
  const note = (clase: string) => (text: string) => setNotas({ ...notas, [clase]: text })
  const observaciones = Object.entries(notas).flatMap(([clase, motivo]) =>
    motivo.trim() === '' ? [] : [{ clase: clase as ObservacionFirma['clase'], motivo: motivo.trim() }],
  )
  return (
    <div className={classes.revision}>
      <p>
        <strong>{solicitud.empresa}</strong> · RUC {solicitud.ruc} · {firmaText(solicitud)}
      </p>
      <Decision solicitud={solicitud} observaciones={observaciones} onObserved={() => setNotas({})} />
      <div className={classes.mesa}>
        <section className={classes.tarjeta} aria-label="Datos">
          <h2>Datos</h2>
          <Datos solicitud={solicitud} />
          {canObserve && <Nota label="Observación de los datos" value={notas['DATOS'] ?? ''} onChange={note('DATOS')} />}
          {solicitud.texto_video !== null && <TextoVideo texto={solicitud.texto_video} />}
          <h2>Historia</h2>
          <Historia solicitud={solicitud} />
        </section>
        <div className={classes.paso}>
          {solicitud.documentos.map(({ clase, archivo, observacion }) => (
            <section key={clase} className={classes.tarjeta} aria-label={DOCUMENTO_FIRMA_LABEL[clase]}>
              <h2>{DOCUMENTO_FIRMA_LABEL[clase]}</h2>
              {archivo === null ? <p>No está.</p> : <Archivo key={archivo.subido_en} lugar={solicitud} clase={clase} />}
              {observacion !== null && <p className={classes.observacion}>Observado: {observacion}</p>}
              {canObserve && (
                <Nota
                  label={`Observación: ${DOCUMENTO_FIRMA_LABEL[clase]}`}
                  value={notas[clase] ?? ''}
                  frecuente={FRECUENTES[clase] ?? FRECUENTE}
                  onChange={note(clase)}
                />
              )}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

interface NotaProps {
  label: string
  value: string
  frecuente?: string
  onChange: (text: string) => void
}

const Nota = ({ label, value, frecuente, onChange }: NotaProps) => (
  <>
    <TextInput label={label} value={value} maxLength={300} onChange={(event) => onChange(event.currentTarget.value)} />
    {frecuente !== undefined && value === '' && (
      <div className={classes.botones}>
        <Button variant="subtle" onClick={() => onChange(frecuente)}>
          {frecuente}
        </Button>
      </div>
    )}
  </>
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
    </div>
  )
}

const savePaquete = async ({ empresa_id, id, datos: { numero_documento = 'titular' } }: SolicitudFirmaRevisada) =>
  saveFile(await fetchPaquete({ empresa_id, id }), `firma-${numero_documento}.zip`)

interface DecisionProps {
  solicitud: SolicitudFirmaRevisada
  observaciones: ObservacionFirma[]
  onObserved: () => void
}

function Decision({ solicitud, observaciones, onObserved }: DecisionProps) {
  const [dialog, setDialog] = useState<'rechazo' | 'emision'>()
  const [isBusy, run] = useBusy((work: () => Promise<void>) => untilRefused(work()))
  const can = (to: Parameters<typeof canMoveFirma>[1]) => canMoveFirma(solicitud.estado, to)
  return (
    <div className={classes.botones}>
      {can('EN_REVISION') && (
        <Button busy={isBusy} onClick={() => void run(() => moveSolicitud(solicitud, { estado: 'EN_REVISION' }))}>
          Tomar para revisar
        </Button>
      )}
      {can('APROBADA') && (
        <Button
          busy={isBusy}
          disabled={observaciones.length > 0}
          onClick={() => void run(() => moveSolicitud(solicitud, { estado: 'APROBADA' }))}
        >
          Aprobar
        </Button>
      )}
      {can('OBSERVADA') && (
        <Button
          variant="default"
          busy={isBusy}
          disabled={observaciones.length === 0}
          onClick={() => void run(() => observeSolicitud(solicitud, observaciones).then(onObserved))}
        >
          Devolver con observaciones
        </Button>
      )}
      {can('EMITIDA') && <Button onClick={() => setDialog('emision')}>Registrar emisión</Button>}
      {can('RECHAZADA') && (
        <Button variant="default" color="danger" onClick={() => setDialog('rechazo')}>
          Rechazar
        </Button>
      )}
      {solicitud.documentos.some(({ archivo }) => archivo !== null) && (
        <Button variant="default" busy={isBusy} onClick={() => void run(() => savePaquete(solicitud))}>
          Descargar para la entidad
        </Button>
      )}
      {dialog === 'rechazo' && <RechazoDialog solicitud={solicitud} onClose={() => setDialog(undefined)} />}
      {dialog === 'emision' && <EmisionDialog solicitud={solicitud} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
