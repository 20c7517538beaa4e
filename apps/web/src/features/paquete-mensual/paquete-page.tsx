import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { PaqueteEnvios } from './paquete-envios.tsx'
import { AjusteForm } from './paquete-form.tsx'
import classes from './paquete.module.css'
import { paqueteQuery } from './paquete.queries.ts'

/** `/declaraciones/paquete`: the monthly mail to the accountant (issue 15). */
export function PaquetePage() {
  const leave = useLeave('/declaraciones')
  const { data, error, refetch } = useQuery(paqueteQuery())
  return (
    <>
      <PageHeader title="Paquete mensual">
        <LinkButton to="/declaraciones" variant="default" icon={<IconArrowLeft size={16} aria-hidden="true" />}>
          Declaraciones
        </LinkButton>
      </PageHeader>
      {data ? (
        <div className={classes.page}>
          <AjusteForm paquete={data} />
          <PaqueteEnvios paquete={data} />
        </div>
      ) : error ? (
        <LoadFailure reason="No se pudo abrir el paquete mensual." onRetry={() => void refetch()} onBack={leave} />
      ) : (
        <Skeleton label="Cargando el paquete mensual" lines={['60%', '100%', '100%']} />
      )}
    </>
  )
}
