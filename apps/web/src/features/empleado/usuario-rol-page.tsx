import type { Empleado } from '@yupana/contract'
import { nombreRol } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'

import { ActivoChip } from '../../components/activo-chip.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SectionNav } from '../../components/section-nav.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { RemoveDialog, useToggle } from './empleado-dialogs.tsx'
import { EmpleadoListPage } from './empleado-list-page.tsx'
import { empleadosQuery } from './empleado.queries.ts'
import { fullName } from './empleado-words.ts'
import classes from './empleado.module.css'
import { MenusSection } from './menus-form.tsx'
import { PermisosSection } from './permisos-form.tsx'

const LISTA = '/configuracion/usuario_rol/registro'

/** `/configuracion/usuario_rol/registro`, the list, and `/configuracion/usuario_rol/{uuid}`, one person. */
export function UsuarioRolPage() {
  const { uuid = '' } = useParams()
  return uuid === 'registro' ? <EmpleadoListPage /> : <EmpleadoPage key={uuid} id={uuid.toLowerCase()} />
}

function EmpleadoPage({ id }: { id: string }) {
  const leave = useLeave(LISTA)
  const { data, error, refetch } = useQuery(empleadosQuery())
  const empleado = data?.find((row) => row.id === id)
  if (empleado) return <Ficha empleado={empleado} onLeave={leave} />
  return (
    <>
      <PageHeader title="Empleado" />
      {!data && !error && <Skeleton label="Cargando al empleado" lines={['40%', '100%', '100%']} />}
      {data && <LoadFailure reason="Esta persona no es empleado de la empresa." onRetry={() => void refetch()} onBack={leave} />}
      {!data && error && <LoadFailure reason="No se pudo abrir a este empleado." onRetry={() => void refetch()} onBack={leave} />}
    </>
  )
}

function Ficha({ empleado, onLeave }: { empleado: Empleado; onLeave: () => void }) {
  const [params] = useSearchParams()
  const [isDoomed, setDoomed] = useState(false)
  const toggle = useToggle()
  const { id, username, mail, rol, activo, editable } = empleado
  const at = (seccion: string) => `/configuracion/usuario_rol/${id}?seccion=${seccion}`
  const isPermisos = params.get('seccion') === 'permisos'
  return (
    <>
      <PageHeader title={fullName(empleado)}>
        {editable && (
          <>
            <Button variant="default" onClick={() => toggle.ask(empleado)}>
              {activo ? 'Desactivar' : 'Activar'}
            </Button>
            <Button variant="default" onClick={() => setDoomed(true)}>
              Eliminar
            </Button>
          </>
        )}
      </PageHeader>
      <div className={classes.facts}>
        <Chip tone="info">{nombreRol(rol)}</Chip>
        <ActivoChip activo={activo} />
        <span>{username}</span>
        <span>{mail}</span>
      </div>
      {!editable && <p className={classes.quiet}>Sus menús y permisos los cambia otro administrador.</p>}
      <SectionNav
        label="Secciones del empleado"
        sections={[
          { to: at('menus'), label: 'Menús' },
          { to: at('permisos'), label: 'Rol y permisos' },
        ]}
        current={at(isPermisos ? 'permisos' : 'menus')}
      />
      {isPermisos ? <PermisosSection empleado={empleado} onLeave={onLeave} /> : <MenusSection empleado={empleado} onLeave={onLeave} />}
      {toggle.dialog}
      {isDoomed && <RemoveDialog empleado={empleado} onClose={() => setDoomed(false)} onDone={onLeave} />}
    </>
  )
}
