import type { ObservacionFirma, SolicitudFirmaRevisada } from '@yupana/contract'
import { canMoveFirma, puntosPendientes } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Comparar } from './comparar.tsx'
import classes from './firma.module.css'
import { EstadoFirmaChip, firmaText, ordenText } from './firma-words.tsx'
import { EmisionDialog, PaqueteDialog, RechazoDialog, SinPagoDialog } from './mesa-dialogs.tsx'
import { MesaDocumento, Nota } from './mesa-documento.tsx'
import { enColaQuery, moveSolicitud, observeSolicitud, savePaquete, type Lugar } from './mesa.queries.ts'
import { TextoVideo } from './paso-documentos.tsx'
import { Datos, Historia } from './resumen.tsx'

/** A request at the desk: typed data beside uploaded documents, and the decision. */
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
        <strong>{solicitud.empresa}</strong> · RUC {solicitud.ruc} · {firmaText(solicitud)} ·{' '}
        {solicitud.pago ? (
          <>
            Pagada con la{' '}
            <Link to={`/administracion/tienda?empresa=${solicitud.empresa_id}&orden=${solicitud.pago.orden_id}`}>
              {ordenText(solicitud.pago.numero)}
            </Link>
          </>
        ) : (
          'Sin pago'
        )}
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
          {solicitud.documentos.map((documento) => (
            <MesaDocumento
              key={documento.clase}
              solicitud={solicitud}
              documento={documento}
              nota={notas[documento.clase] ?? ''}
              onNota={note(documento.clase)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

interface DecisionProps {
  solicitud: SolicitudFirmaRevisada
  observaciones: ObservacionFirma[]
  onObserved: () => void
}

function Decision({ solicitud, observaciones, onObserved }: DecisionProps) {
  const [dialog, setDialog] = useState<'rechazo' | 'emision' | 'sin-pago' | 'paquete'>()
  const [isBusy, run] = useBusy((work: () => Promise<void>) => untilRefused(work()))
  const { tipo, estado, documentos, comprobado, pago, paquete_en } = solicitud
  const clases = documentos.map(({ clase }) => clase)
  const pending = puntosPendientes(tipo, clases, comprobado).length
  const approve = () => (pago ? void run(() => moveSolicitud(solicitud, { estado: 'APROBADA' })) : setDialog('sin-pago'))
  const pack = () => (paquete_en === null ? void run(() => savePaquete(solicitud)) : setDialog('paquete'))
  const can = (to: Parameters<typeof canMoveFirma>[1]) => canMoveFirma(estado, to)
  return (
    <div className={classes.botones}>
      {can('EN_REVISION') && (
        <Button busy={isBusy} onClick={() => void run(() => moveSolicitud(solicitud, { estado: 'EN_REVISION' }))}>
          Tomar para revisar
        </Button>
      )}
      {can('APROBADA') && (
        <Button busy={isBusy} disabled={observaciones.length > 0 || pending > 0} onClick={approve}>
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
      {(estado === 'APROBADA' || estado === 'EMITIDA') && documentos.some(({ archivo }) => archivo !== null) && (
        <Button variant="default" busy={isBusy} onClick={pack}>
          Descargar para la entidad
        </Button>
      )}
      <Comparar solicitud={solicitud} />
      {can('APROBADA') && pending > 0 && (
        <span role="status">{pending === 1 ? 'Falta una comprobación' : `Faltan ${pending} comprobaciones`} para aprobarla.</span>
      )}
      {dialog === 'rechazo' && <RechazoDialog solicitud={solicitud} onClose={() => setDialog(undefined)} />}
      {dialog === 'sin-pago' && <SinPagoDialog solicitud={solicitud} onClose={() => setDialog(undefined)} />}
      {dialog === 'paquete' && <PaqueteDialog solicitud={solicitud} onClose={() => setDialog(undefined)} />}
      {dialog === 'emision' && <EmisionDialog solicitud={solicitud} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
