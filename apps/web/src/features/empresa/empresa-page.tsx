import type { EmpresaPerfil } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useLeave } from '../../lib/use-leave.ts'
import { AmbienteSection } from './ambiente-section.tsx'
import { CondicionesSection } from './condiciones-section.tsx'
import { DatosSection } from './datos-section.tsx'
import { perfilQuery } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { FirmaSection } from './firma-section.tsx'
import { PuntosSection } from './puntos-section.tsx'
import { isAdministrador, seesPuntos } from './quien-puede.ts'
import { SeriesSection } from './series-section.tsx'

interface Seccion {
  id: string
  label: string
  isOpen: () => boolean
  content: (perfil: EmpresaPerfil) => ReactNode
}

const always = () => true

const SECCIONES: readonly [Seccion, ...Seccion[]] = [
  { id: 'datos', label: 'Datos generales', isOpen: always, content: (perfil) => <DatosSection perfil={perfil} /> },
  { id: 'condiciones', label: 'Condiciones tributarias', isOpen: always, content: (perfil) => <CondicionesSection perfil={perfil} /> },
  { id: 'puntos', label: 'Establecimientos y puntos de emisión', isOpen: seesPuntos, content: () => <PuntosSection /> },
  { id: 'series', label: 'Series', isOpen: isAdministrador, content: (perfil) => <SeriesSection ambiente={perfil.ambiente} /> },
  { id: 'ambiente', label: 'Ambiente', isOpen: always, content: (perfil) => <AmbienteSection perfil={perfil} /> },
  { id: 'firma', label: 'Firma electrónica', isOpen: always, content: (perfil) => <FirmaSection ruc={perfil.ruc} /> },
]

/** `/empresa_perfil`; the section that is shown stands in the address: `?seccion=firma`. */
export function EmpresaPage() {
  const [params] = useSearchParams()
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(perfilQuery())
  const open = SECCIONES.filter(({ isOpen }) => isOpen())
  const chosen = open.find(({ id }) => id === params.get('seccion')) ?? SECCIONES[0]
  return (
    <>
      <PageHeader title="Empresa" />
      <Sections open={open} chosen={chosen.id} />
      {data?.pausada_motivo && <Alert title="La emisión está en pausa." details={[data.pausada_motivo]} />}
      {data && (
        <section key={chosen.id} aria-label={chosen.label} className={classes.content}>
          {chosen.content(data)}
        </section>
      )}
      {!data && !error && <Skeleton label="Cargando la empresa" lines={['60%', '100%', '100%', '80%']} />}
      {!data && error && <LoadFailure reason="No se pudo abrir la empresa." onRetry={() => void refetch()} onBack={leave} />}
    </>
  )
}

/** The sections in one line; on a narrow screen it scrolls, and the one that is shown stands in its middle. */
function Sections({ open, chosen }: { open: readonly Seccion[]; chosen: string }) {
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current]')
    if (line.current && current) line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.clientWidth) / 2
  }, [chosen])
  return (
    <nav aria-label="Secciones de la empresa" className={classes.sections} ref={line}>
      {open.map(({ id, label }) => (
        <Link key={id} to={`/empresa_perfil?seccion=${id}`} aria-current={id === chosen ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
