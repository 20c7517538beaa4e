import type { ComprobanteDetalle } from '@yupana/contract'
import { COD_DOC, nombreComprobante, nombreEnFraseOf } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { RecordTabs } from '../../domain/auditoria/record-tabs.tsx'
import { ComprobanteChip } from '../../domain/comprobante/estado-chip.tsx'
import { Ausente } from '../../domain/cuenta/ausente.tsx'
import { comprobanteQuery } from '../../domain/comprobante/ficha.queries.ts'
import { isSettled, novedadesStore } from '../../domain/comprobante/seguimiento.ts'
import { Timeline } from '../../domain/comprobante/timeline.tsx'
import { useSeguir, withNovedad } from '../../domain/comprobante/use-seguir.ts'
import { Espera } from './espera.tsx'
import { forgetRecienEmitido, recienEmitidoOf, type RecienEmitido } from '../../domain/emision/recien-emitido.ts'
import type { Siguiente } from '../../domain/emision/tipo-documento.ts'
import { usePrintOnce } from './use-print-once.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { hasScreen, isAdmin } from '../../lib/sesion/rights.ts'
import classes from './comprobante.module.css'
import { forgetComprobantes } from './comprobante.queries.ts'
import { hasFiles, mayBeExportacion } from './comprobante-rules.ts'
import { isOpen } from './anulacion.ts'
import { DetalleAcciones } from './detalle-acciones.tsx'
import { DetalleAnulacion } from './detalle-anulacion.tsx'
import { DetalleCorreos } from './detalle-correos.tsx'
import { DetalleHistoria } from './detalle-historia.tsx'
import { DetalleLineas } from './detalle-lineas.tsx'
import { DetalleMercaderia } from './detalle-mercaderia.tsx'
import { DetalleMotivo } from './detalle-motivo.tsx'
import { DetalleNoCorresponde } from './detalle-no-corresponde.tsx'
import { DetalleResumen } from './detalle-resumen.tsx'
import { DetalleRetenciones } from './detalle-retenciones.tsx'

const DetalleExportacion = loadedPart(async () => (await import('./detalle-exportacion.tsx')).DetalleExportacion)
const DetalleAnotacion = loadedPart(async () => (await import('./detalle-anotacion.tsx')).DetalleAnotacion)

/** `/comprobante/{uuid}`. */
export function ComprobantePage() {
  const { uuid = '' } = useParams()
  return uuid === 'registro' ? <Navigate to="/comprobante" replace /> : <Stored key={uuid} id={uuid} />
}

/** Polling interval while the SRI has not decided a request to void. */
const ANULACION_EVERY_MS = 5_000

function Stored({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    ...comprobanteQuery(id),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? ANULACION_EVERY_MS : false),
  })
  const [recien] = useState(() => recienEmitidoOf(id))
  useEffect(() => forgetRecienEmitido(id), [id])
  useLive(data)
  if (data) return <Detalle documento={data} recien={recien} />
  return (
    <>
      <PageHeader title="Comprobante" />
      {error instanceof HttpError && error.status === 404 ? (
        <Ausente id={id} reason="Este comprobante no existe." onRetry={() => void refetch()} onBack={() => void navigate('/comprobante')} />
      ) : error ? (
        <LoadFailure
          reason="No se pudo abrir este comprobante."
          onRetry={() => void refetch()}
          onBack={() => void navigate('/comprobante')}
        />
      ) : (
        <Skeleton label="Cargando el comprobante" lines={['40%', '100%', '100%', '70%']} />
      )}
    </>
  )
}

/** While the state is not final, each piece of news reads the whole document again, with its history. */
function useLive(documento: ComprobanteDetalle | undefined) {
  const novedades = useSeguir(documento && !isSettled(documento) ? [documento.id] : [])
  const novedad = documento && novedades.get(documento.id)
  const isNews = novedad !== undefined && (novedad.estado !== documento?.estado || novedad.correo_estado !== documento.correo_estado)
  const news = isNews ? `${novedad.estado} ${novedad.correo_estado}` : ''
  useEffect(() => {
    if (news !== '') void forgetComprobantes()
  }, [news])
}

function Detalle({ documento, recien }: { documento: ComprobanteDetalle; recien: RecienEmitido | undefined }) {
  usePrintOnce(documento, recien?.entrega.impresion)
  const novedades = useStore(novedadesStore)
  const isFresh = recien !== undefined
  return (
    <>
      <PageHeader title={`${nombreComprobante(documento.tipo)} ${documento.numero}`} takesFocus={!isFresh}>
        <span role="status" className={classes.estado}>
          <ComprobanteChip fila={withNovedad(documento, novedades)} />
        </span>
      </PageHeader>
      <RecordTabs label="Secciones del comprobante" base="/comprobante" id={documento.id}>
        <div className={classes.layout}>
          <DetalleMotivo documento={documento} />
          <DetalleAcciones documento={documento} isFresh={isFresh} />
          <div className={classes.main}>
            <DetalleNoCorresponde documento={documento} />
            {!isSettled(documento) && documento.estado !== 'CUARENTENA' && (
              <Espera documento={documento} nombre={nombreEnFraseOf(documento.tipo)} />
            )}
            <OtrosValores documento={documento} />
            <SiguientePaso siguiente={recien?.siguienteOf(documento)} />
            <div className={classes.pair}>
              <DetalleResumen documento={documento} cambio={recien?.entrega.cambio} />
              {hasFiles(documento) && (
                <section className={classes.card} aria-labelledby="linea-de-tiempo">
                  <h2 id="linea-de-tiempo">Línea de tiempo</h2>
                  <Timeline documento={documento} />
                </section>
              )}
            </div>
            <DetalleAnulacion documento={documento} />
            {mayBeExportacion(documento) && hasScreen('/declaraciones') && <DetalleExportacion documento={documento} />}
            <Contenido documento={documento} />
            <DetalleCorreos documento={documento} />
            <DetalleAnotacion id={documento.id} />
            {!isAdmin() && <DetalleHistoria eventos={documento.eventos} />}
          </div>
        </div>
      </RecordTabs>
    </>
  )
}

/** Warns that the liquidación was corrected after its retención was issued. */
const OtrosValores = ({ documento: { tipo, puede_anular: consejo } }: { documento: ComprobanteDetalle }) => {
  const [difiere] = consejo.ligados.filter((one) => one.difiere)
  if (!difiere) return null
  return (
    <Alert
      title={
        tipo === COD_DOC.RETENCION
          ? `La liquidación de compra ${difiere.numero} se corrigió: esta retención dice otros valores.`
          : `La retención ${difiere.numero} se emitió por otros valores que los de esta liquidación.`
      }
      details={['Revísela: si ya no corresponde, pida su anulación y emita otra.']}
    />
  )
}

/** The next step required by law, for a recent document. */
const SiguientePaso = ({ siguiente }: { siguiente: Siguiente | undefined }) =>
  siguiente ? (
    <section className={`${classes.card} ${classes.siguiente}`} aria-labelledby="siguiente-paso">
      <div>
        <h2 id="siguiente-paso">Siguiente paso</h2>
        <p>{siguiente.texto}</p>
      </div>
      <LinkButton to={siguiente.to}>{siguiente.label}</LinkButton>
    </section>
  ) : null

/** Contents of a document, by its kind. */
function Contenido({ documento }: { documento: ComprobanteDetalle }) {
  if (documento.tipo === COD_DOC.GUIA_REMISION) return <DetalleMercaderia lineas={documento.lineas} />
  if (documento.tipo === COD_DOC.RETENCION) return <DetalleRetenciones documento={documento} />
  return <DetalleLineas documento={documento} />
}
