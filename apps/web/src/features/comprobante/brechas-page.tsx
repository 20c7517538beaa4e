import { MAX_BRECHAS, NOMBRE_AMBIENTE, type Brecha } from '@yupana/contract'
import { nombreComprobante } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'

import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { PartFailure } from '../../components/part-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { estadoText } from '../../domain/auditoria/hecho-words.ts'
import { momentoText } from '../../lib/formato/format.ts'
import { isAdmin } from '../../lib/sesion/rights.ts'
import { pathOf } from './comprobante-columns.tsx'
import classes from './comprobante.module.css'
import { brechasQuery } from './comprobante.queries.ts'
import { DetalleTabla, type Columna } from './detalle-tabla.tsx'

const DIGITS = 9
const numeros = (desde: number, hasta: number) =>
  (desde === hasta ? [desde] : [desde, hasta]).map((n) => String(n).padStart(DIGITS, '0')).join(' a ')

/** A document number links to its history; skipped numbers have only a reason. */
function Numeros({ desde, hasta, documento_id: id }: Brecha) {
  return id === null ? numeros(desde, hasta) : <Link to={pathOf({ id })}>{numeros(desde, hasta)}</Link>
}

const COLUMNAS: readonly Columna<Brecha>[] = [
  { header: 'Serie', cell: ({ serie }) => serie, whole: true },
  { header: 'Números', cell: Numeros, title: true, whole: true },
  { header: 'Tipo', cell: ({ tipo }) => nombreComprobante(tipo), whole: true },
  { header: 'Ambiente', cell: ({ ambiente }) => NOMBRE_AMBIENTE[ambiente], whole: true },
  { header: 'Estado', cell: ({ estado }) => (estado === null ? 'Sin emitir' : estadoText(estado)), whole: true },
  { header: 'Motivo', cell: ({ motivo }) => motivo },
  { header: 'Quién', cell: ({ quien }) => quien ?? 'Sistema' },
  { header: 'Fecha', cell: ({ en }) => momentoText(en), whole: true },
]

/** `/comprobante/brechas`: numbers without an authorised document, each with its reason; for administrators. */
export const BrechasPage = () => (isAdmin() ? <Brechas /> : <Navigate to="/notfound" replace />)

function Brechas() {
  const { data, isError, refetch } = useQuery(brechasQuery())
  return (
    <>
      <PageHeader title="Números sin documento autorizado" count={data && String(data.length)}>
        <LinkButton to="/comprobante" variant="default">
          Comprobantes
        </LinkButton>
      </PageHeader>
      <p className={classes.lead}>
        Números que se cerraron, se anularon, no se autorizaron, se saltaron o están en revisión. El SRI puede preguntar por cada uno.
        {data?.length === MAX_BRECHAS && ` Se muestran los ${MAX_BRECHAS} más recientes.`}
      </p>
      {isError && (
        <div className={classes.card}>
          <PartFailure reason="No se pudo cargar el reporte." onRetry={refetch} />
        </div>
      )}
      {!data && !isError && <Skeleton label="Cargando el reporte" lines={['100%', '100%', '60%']} />}
      {data?.length === 0 && <p className={classes.empty}>Ninguno: cada número emitido tiene su documento autorizado o en camino.</p>}
      {data && data.length > 0 && (
        <DetalleTabla
          label="Números sin documento autorizado"
          className={`${classes.card} ${classes.scroll}`}
          columnas={COLUMNAS}
          filas={data}
          keyOf={({ ambiente, tipo, serie, desde }) => `${ambiente} ${tipo} ${serie} ${desde}`}
        />
      )}
    </>
  )
}
