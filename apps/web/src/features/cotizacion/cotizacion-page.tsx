import { COD_DOC } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'

import { LoadFailure } from '../../components/load-failure.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { RecordTabs } from '../../domain/auditoria/record-tabs.tsx'
import { Ausente } from '../../domain/cuenta/ausente.tsx'
import { contextoQuery } from '../../domain/emision/contexto.queries.ts'
import { serieOf } from '../../domain/emision/series.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { cotizacionQuery, duplicadoQuery } from './cotizacion.queries.ts'
import { emptyCotizacion, valoresOf, valoresOfGuardada, type CotizacionValores } from './cotizacion-valores.ts'
import { Editor } from './editor.tsx'

const Versiones = loadedPart(async () => (await import('./versiones.tsx')).Versiones)

/** `/cotizacion/registro` and `/cotizacion/{uuid}`. */
export function CotizacionPage() {
  const { uuid = 'registro' } = useParams()
  const [search] = useSearchParams()
  const duplicar = search.get('duplicar') ?? undefined
  return uuid === 'registro' ? <Nueva key={`registro ${duplicar ?? ''}`} duplicar={duplicar} /> : <Guardada key={uuid} id={uuid} />
}

/** Read anew for each screen: points, date and rights may have changed. */
function useContexto() {
  const [instance] = useState(randomId)
  return useQuery(contextoQuery(COD_DOC.FACTURA, instance))
}

const Abriendo = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <Skeleton label="Abriendo la cotización" lines={['100%', '100%', '80%', '60%']} />
  </>
)

interface FalloProps {
  title: string
  /** Id of the quote in the address, if any. */
  id: string | undefined
  error: Error
  onRetry: () => void
}

function Fallo({ title, id, error, onRetry }: FalloProps) {
  const navigate = useNavigate()
  const ways = { onRetry, onBack: () => void navigate('/cotizacion') }
  return (
    <>
      <PageHeader title={title} />
      {id !== undefined && error instanceof HttpError && error.status === 404 ? (
        <Ausente id={id} reason="Esta cotización no existe o fue eliminada." {...ways} />
      ) : (
        <LoadFailure reason="No se pudo abrir la cotización." {...ways} />
      )}
    </>
  )
}

const NUEVA = 'Cotización nueva'

function Nueva({ duplicar }: { duplicar: string | undefined }) {
  const contexto = useContexto()
  const duplicado = useQuery({ ...duplicadoQuery(duplicar ?? ''), enabled: duplicar !== undefined })
  if (!hasRight('cotizacion:crear'))
    return (
      <>
        <PageHeader title={NUEVA} />
        <p>Su usuario no puede preparar cotizaciones. Pida ese permiso al administrador de su empresa.</p>
      </>
    )
  if (contexto.error) return <Fallo title={NUEVA} id={undefined} error={contexto.error} onRetry={() => void contexto.refetch()} />
  if (duplicado.error) return <Fallo title={NUEVA} id={duplicar} error={duplicado.error} onRetry={() => void duplicado.refetch()} />
  if (!contexto.data || (duplicar !== undefined && !duplicado.data)) return <Abriendo title={NUEVA} />
  const { hoy, puntos } = contexto.data
  const serie = puntos[0] ? serieOf(puntos[0]) : ''
  const begin = (): CotizacionValores => {
    if (!duplicado.data) return emptyCotizacion(hoy, serie)
    const valores = valoresOf(duplicado.data, hoy)
    return puntos.some((punto) => serieOf(punto) === valores.serie) ? valores : { ...valores, serie }
  }
  return <Editor contexto={contexto.data} inicial={begin()} />
}

function Guardada({ id }: { id: string }) {
  const contexto = useContexto()
  const { data, error, refetch } = useQuery(cotizacionQuery(id))
  if (contexto.data && data)
    return (
      <RecordTabs
        label="Secciones de la cotización"
        base="/cotizacion"
        id={id}
        more={[
          {
            seccion: 'versiones',
            label: 'Versiones',
            content: (
              <>
                <PageHeader title={`Cotización ${data.numero}`} />
                <Versiones id={id} numero={data.numero} enviada={data.version_enviada} />
              </>
            ),
          },
        ]}
      >
        <Editor contexto={contexto.data} cotizacion={data} inicial={valoresOfGuardada(data)} />
      </RecordTabs>
    )
  if (error) return <Fallo title="Cotización" id={id} error={error} onRetry={() => void refetch()} />
  if (contexto.error) return <Fallo title="Cotización" id={undefined} error={contexto.error} onRetry={() => void contexto.refetch()} />
  return <Abriendo title="Cotización" />
}
