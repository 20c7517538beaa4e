import type { SolicitudFirma } from '@yupana/contract'
import { isFirmaCerrada } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { DeleteDialog } from '../../components/dialog/delete-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import classes from './firma.module.css'
import { firmaQuery, removeDocumentos, sendSolicitud } from './firma.queries.ts'
import { EstadoFirmaChip } from './firma-words.tsx'
import { PagoFirma } from './pago-firma.tsx'
import { PasoDatos } from './paso-datos.tsx'
import { isObservado, PasoDocumentos } from './paso-documentos.tsx'
import { PasoTipo } from './paso-tipo.tsx'
import { Requisitos } from './requisitos.tsx'
import { Archivos, Datos, Historia } from './resumen.tsx'

const PASOS = ['Tipo', 'Datos', 'Documentos', 'Revisar'] as const
type Paso = (typeof PASOS)[number]

/** A request: in preparation, in correction, or sent. */
export function SolicitudPage({ id }: { id: string | undefined }) {
  const navigate = useNavigate()
  const [, setParams] = useSearchParams()
  const { data, isError, refetch } = useQuery({ ...firmaQuery(id ?? ''), enabled: id !== undefined })
  const title = id === undefined ? 'Solicitud de firma nueva' : 'Solicitud de firma'
  return (
    <div className={classes.pagina}>
      <PageHeader title={title}>
        {data && (
          <span className={classes.estado}>
            <EstadoFirmaChip estado={data.estado} />
          </span>
        )}
        <Requisitos />
        <LinkButton to="/firmas_electronicas" variant="default">
          Firmas Compradas
        </LinkButton>
      </PageHeader>
      {id === undefined && (
        <>
          <Pasos present="Tipo" />
          <PasoTipo solicitud={undefined} onDone={(created) => setParams({ solicitud: created, paso: 'Datos' }, { replace: true })} />
        </>
      )}
      {isError && !data && (
        <LoadFailure
          reason="No se pudo abrir esta solicitud."
          onRetry={() => void refetch()}
          onBack={() => void navigate('/firmas_electronicas')}
        />
      )}
      {id !== undefined && !data && !isError && <Skeleton label="Cargando" lines={['60%', '100%', '80%']} />}
      {data && (data.estado === 'BORRADOR' || data.estado === 'OBSERVADA' ? <Asistente solicitud={data} /> : <Detalle solicitud={data} />)}
    </div>
  )
}

const Pasos = ({ present, onGo }: { present: Paso; onGo?: (paso: Paso) => void }) => (
  <ol className={classes.pasos} aria-label="Pasos">
    {PASOS.map((paso, n) => (
      <li key={paso} aria-current={paso === present ? 'step' : undefined}>
        {onGo && paso !== present ? (
          <Button variant="subtle" onClick={() => onGo(paso)}>
            {n + 1}. {paso}
          </Button>
        ) : (
          <span>
            {n + 1}. {paso}
          </span>
        )}
      </li>
    ))}
  </ol>
)

/** The steps that may be edited: all of a draft, the observed ones of a returned request. */
function Asistente({ solicitud }: { solicitud: SolicitudFirma }) {
  const [params, setParams] = useSearchParams()
  const isDraft = solicitud.estado === 'BORRADOR'
  const first: Paso = isDraft ? 'Tipo' : solicitud.observacion_datos !== null ? 'Datos' : 'Documentos'
  const present = PASOS.find((paso) => paso === params.get('paso')) ?? first
  const go = (paso: Paso) => setParams({ solicitud: solicitud.id, paso }, { replace: true })
  const datosAbiertos = isDraft || solicitud.observacion_datos !== null
  return (
    <>
      <Pasos
        present={present}
        onGo={(paso) => (isDraft || paso === 'Documentos' || paso === 'Revisar' || (paso === 'Datos' && datosAbiertos)) && go(paso)}
      />
      {!isDraft && <Observaciones solicitud={solicitud} />}
      {present === 'Tipo' && isDraft && <PasoTipo solicitud={solicitud} onDone={() => go('Datos')} />}
      {present === 'Datos' && datosAbiertos && (
        <PasoDatos
          key={solicitud.version}
          solicitud={solicitud}
          onBack={isDraft ? () => go('Tipo') : undefined}
          onDone={() => go('Documentos')}
        />
      )}
      {present === 'Documentos' && (
        <PasoDocumentos solicitud={solicitud} onBack={datosAbiertos ? () => go('Datos') : undefined} onDone={() => go('Revisar')} />
      )}
      {present === 'Revisar' && <PasoRevisar solicitud={solicitud} onBack={() => go('Documentos')} />}
    </>
  )
}

function Observaciones({ solicitud: { documentos, observacion_datos, historia } }: { solicitud: SolicitudFirma }) {
  const pending = observacion_datos !== null || documentos.some(isObservado)
  const motivo = historia.findLast(({ estado }) => estado === 'OBSERVADA')?.motivo
  if (!pending) return <Alert tone="success" title="Corrigió todo lo observado. Revise y vuelva a enviar la solicitud." />
  return <Alert title="Corrija lo observado y vuelva a enviar la solicitud." details={motivo ? motivo.split(' · ') : []} />
}

function PasoRevisar({ solicitud, onBack }: { solicitud: SolicitudFirma; onBack: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [, raise] = useState<never>()
  const send = async () => {
    setBusy(true)
    setProblems([])
    try {
      await sendSolicitud(solicitud)
    } catch (error) {
      if (!(error instanceof HttpError))
        return raise(() => {
          throw error
        })
      setProblems([...new Set(Object.values(error.fieldErrors))])
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={classes.paso} aria-label="Revisar">
      {problems.length > 0 && <Alert title="La solicitud todavía no se puede enviar." details={problems} />}
      <Datos solicitud={solicitud} />
      <Archivos solicitud={solicitud} />
      <PagoFirma solicitud={solicitud} />
      <p className={classes.nota}>
        Los documentos se guardan cifrados: solo los ven usted y quien revisa la solicitud, y se borran 30 días después de terminar.
      </p>
      <div className={classes.botones}>
        <Button variant="default" onClick={onBack}>
          Atrás
        </Button>
        <Button busy={isBusy} busyLabel="Enviando…" onClick={() => void send()}>
          Enviar solicitud
        </Button>
      </div>
    </section>
  )
}

const QUE_SIGUE: Readonly<Record<string, string>> = {
  ENVIADA: 'Recibimos su solicitud. Pronto alguien la revisará.',
  EN_REVISION: 'Estamos revisando sus documentos.',
  APROBADA: 'Sus documentos están bien: la entidad de certificación está emitiendo la firma.',
  EMITIDA: 'La entidad envió el archivo de la firma al correo de la solicitud. Cárguelo en su empresa para firmar sus comprobantes.',
  RECHAZADA: 'La firma no se emitirá. El motivo está en la historia.',
}

function Detalle({ solicitud }: { solicitud: SolicitudFirma }) {
  const [isRemoving, setRemoving] = useState(false)
  const { id, estado, archivos_borrados_en } = solicitud
  return (
    <section className={classes.paso} aria-label="Cómo va">
      <p role="status">{QUE_SIGUE[estado]}</p>
      <PagoFirma solicitud={solicitud} />
      <div className={classes.botones}>
        {estado === 'EMITIDA' && <LinkButton to="/empresa_perfil?seccion=firma">Cargar en mi empresa</LinkButton>}
        {isFirmaCerrada(estado) && archivos_borrados_en === null && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            Borrar mis documentos
          </Button>
        )}
      </div>
      <h2>Historia</h2>
      <Historia solicitud={solicitud} />
      <h2>Datos</h2>
      <Datos solicitud={solicitud} />
      <h2>Documentos</h2>
      <Archivos solicitud={solicitud} />
      {isRemoving && (
        <DeleteDialog
          title="Borrar mis documentos"
          confirmLabel="Borrar documentos"
          onDelete={() => removeDocumentos(id)}
          onClose={() => setRemoving(false)}
        >
          <p>Se borran las fotos, los PDF y el video de esta solicitud. La solicitud y su historia quedan. No se puede deshacer.</p>
        </DeleteDialog>
      )}
    </section>
  )
}
