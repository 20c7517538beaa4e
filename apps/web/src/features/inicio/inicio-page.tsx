import type { Inicio } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { Navigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { usePreferencia } from '../../domain/preferencia/use-preferencia.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { Atencion } from './atencion.tsx'
import { CifrasDeInicio, Ultimos30 } from './cifras.tsx'
import { inicioQuery } from './inicio.queries.ts'
import classes from './inicio.module.css'
import { Obligaciones } from './obligaciones.tsx'
import { Pasos } from './pasos.tsx'
import { pasosOf } from './pasos-lista.ts'
import { Quedan } from './quedan.tsx'
import { Ultimos } from './ultimos.tsx'
import { Ventas } from './ventas.tsx'

const PASOS = 'primeros_pasos'

const NewFactura = () => (
  <LinkButton to="/documento/registro" icon={<IconPlus size={16} />}>
    Nueva factura
  </LinkButton>
)

function Content({ inicio }: { inicio: Inicio }) {
  const preferencia = usePreferencia('inicio')
  const canSell = hasRight('documento:emitir')
  const pasos = pasosOf(inicio.pasos)
  const isBeginning = preferencia.isReady && pasos.some(({ isDone }) => !isDone)
  const { ocultas } = preferencia.value
  const isHidden = ocultas.includes(PASOS)
  return (
    <div className={classes.page}>
      {isBeginning && !isHidden && <Pasos pasos={pasos} onHide={() => preferencia.change({ ocultas: [...ocultas, PASOS] })} />}
      <Atencion inicio={inicio} hasSteps={isBeginning && !isHidden} />
      {canSell && inicio.ventas && <CifrasDeInicio ventas={inicio.ventas} estados={inicio.estados} />}
      <Obligaciones />
      <Quedan inicio={inicio} />
      {canSell && (
        <div className={classes.columns}>
          <Ultimos filas={inicio.ultimos} firstUse={<NewFactura />} />
          <Ventas ventas={inicio.ventas_hoy} dia={inicio.hoy} />
        </div>
      )}
      {canSell && inicio.ventas && <Ultimos30 dias={inicio.ventas.dias} />}
      {isBeginning && isHidden && (
        <div>
          <Button variant="subtle" onClick={() => preferencia.change({ ocultas: ocultas.filter((parte) => parte !== PASOS) })}>
            Mostrar los primeros pasos
          </Button>
        </div>
      )}
    </div>
  )
}

const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <div className={classes.failure}>
    <Alert title="No se pudo cargar el inicio." details={['Lo demás sigue disponible en el menú.']} />
    <Button onClick={onRetry}>Reintentar</Button>
  </div>
)

/** Home of a company; a SUPER_ADMIN without a company begins with the list of them. */
export const InicioPage = () =>
  currentSession()?.businessId === null ? <Navigate to="/administracion/empresas" replace /> : <InicioDeEmpresa />

function InicioDeEmpresa() {
  const { data, isError, refetch } = useQuery(inicioQuery())
  return (
    <>
      <PageHeader title="Inicio">{hasRight('documento:emitir') && <NewFactura />}</PageHeader>
      {data ? (
        <Content inicio={data} />
      ) : isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Cargando el inicio" lines={['40%', '100%', '100%', '70%', '100%', '85%']} />
      )}
    </>
  )
}
