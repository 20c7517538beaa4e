import type { EmpresaPerfil } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SectionNav } from '../../components/section-nav.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Historial } from '../../domain/auditoria/historial.tsx'
import { isAdmin } from '../../lib/sesion/rights.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { AmbienteSection } from './ambiente-section.tsx'
import { CondicionesSection } from './condiciones-section.tsx'
import { CorreoSection } from './correo-section.tsx'
import { DatosSection } from './datos-section.tsx'
import { perfilQuery } from './empresa.queries.ts'
import classes from './empresa.module.css'
import { FirmaSection, type EnlaceDeClave } from './firma-section.tsx'
import { PuntosSection } from './puntos-section.tsx'
import { mayEdit, seesPuntos } from './quien-puede.ts'
import { SeriesSection } from './series-section.tsx'
import { SoporteSection } from './soporte-section.tsx'

interface Seccion {
  id: string
  label: string
  isOpen: () => boolean
  content: (perfil: EmpresaPerfil, enlace: EnlaceDeClave) => ReactNode
}

const always = () => true

const BuzonSection = loadedPart(async () => (await import('./buzon-section.tsx')).BuzonSection)

const SECCIONES: readonly [Seccion, ...Seccion[]] = [
  { id: 'datos', label: 'Datos generales', isOpen: always, content: (perfil) => <DatosSection perfil={perfil} /> },
  { id: 'condiciones', label: 'Condiciones tributarias', isOpen: always, content: (perfil) => <CondicionesSection perfil={perfil} /> },
  { id: 'puntos', label: 'Establecimientos', isOpen: seesPuntos, content: () => <PuntosSection /> },
  { id: 'series', label: 'Series', isOpen: isAdmin, content: (perfil) => <SeriesSection ambiente={perfil.ambiente} /> },
  { id: 'ambiente', label: 'Ambiente', isOpen: always, content: (perfil) => <AmbienteSection perfil={perfil} /> },
  {
    id: 'firma',
    label: 'Firma electrónica',
    isOpen: always,
    content: (perfil, enlace) => <FirmaSection ruc={perfil.ruc} enlace={enlace} />,
  },
  { id: 'correo', label: 'Correo', isOpen: isAdmin, content: () => <CorreoSection /> },
  { id: 'buzon', label: 'Buzón de recibidos', isOpen: isAdmin, content: () => <BuzonSection canEdit={mayEdit('empresa:editar')} /> },
  {
    id: 'historial',
    label: 'Historial',
    isOpen: isAdmin,
    content: () => <Historial de={{ que: 'empresa,establecimiento,punto_emision,serie,certificado,correo,buzon' }} />,
  },
  { id: 'soporte', label: 'Soporte', isOpen: isAdmin, content: () => <SoporteSection /> },
]

const addressOf = (seccion: string) => `/empresa_perfil?seccion=${seccion}`

/**
 * The one-time code of the mailed link (O-15) is removed from the address as soon as it is read, for every user and whatever else loads:
 * neither the history, nor an onlooker, nor the next user of this tab can get it.
 */
function useEnlaceDeClave(): EnlaceDeClave {
  const [params, setParams] = useSearchParams()
  const given = params.get('clave')
  const [seen, setSeen] = useState<string | null>(null)
  const [codigo, setCodigo] = useState<string>()
  if (given !== seen) {
    setSeen(given)
    if (given !== null) setCodigo(given)
  }
  useEffect(() => {
    if (given === null) return
    setParams((old) => [...old].filter(([name]) => name !== 'clave'), { replace: true })
  }, [given, setParams])
  return { codigo, forget: () => setCodigo(undefined) }
}

/** `/empresa_perfil`; the address has the shown section: `?seccion=firma`. */
export function EmpresaPage() {
  const [params] = useSearchParams()
  const enlace = useEnlaceDeClave()
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(perfilQuery())
  const open = SECCIONES.filter(({ isOpen }) => isOpen())
  const chosen = open.find(({ id }) => id === params.get('seccion')) ?? SECCIONES[0]
  return (
    <>
      <PageHeader title="Empresa" />
      <SectionNav
        label="Secciones de la empresa"
        sections={open.map(({ id, label }) => ({ to: addressOf(id), label }))}
        current={addressOf(chosen.id)}
      />
      {data?.pausada_motivo && <Alert title="La emisión está en pausa." details={[data.pausada_motivo]} />}
      {data && (
        <section key={chosen.id} aria-label={chosen.label} className={classes.content}>
          {chosen.content(data, enlace)}
        </section>
      )}
      {!data && !error && <Skeleton label="Cargando la empresa" lines={['60%', '100%', '100%', '80%']} />}
      {!data && error && <LoadFailure reason="No se pudo abrir la empresa." onRetry={() => void refetch()} onBack={leave} />}
    </>
  )
}
