import { useQuery } from '@tanstack/react-query'

import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import page from '../../components/form/form-page.module.css'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { AvatarSection } from './avatar-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { CorreoPendiente } from './correo-pendiente.tsx'
import { DatosSection } from './datos-section.tsx'
import { FactorSection } from './factor-section.tsx'
import { perfilQuery } from './perfil.queries.ts'
import classes from './perfil.module.css'
import { SesionesSection } from './sesiones-section.tsx'

/** `/perfil`: the account data that a user may change. */
export function PerfilPage() {
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(perfilQuery())
  return (
    <div className={page.page}>
      <PageHeader title="Perfil Usuario" />
      {error && <LoadFailure reason="No se pudo abrir su perfil." onRetry={() => void refetch()} onBack={leave} />}
      {!data && !error && <Skeleton label="Cargando su perfil" lines={['60%', '100%', '100%', '40%']} />}
      {data && (
        <div className={classes.sections}>
          {data.mail_pendiente && <CorreoPendiente mail={data.mail} pendiente={data.mail_pendiente} />}
          <DatosSection key={data.mail === '' ? 'sin correo' : 'con correo'} perfil={data} />
          <AvatarSection perfil={data} />
          <PasswordSection username={data.username} />
          <FactorSection username={data.username} />
          <SesionesSection />
        </div>
      )}
    </div>
  )
}
