import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { SectionNav } from '../../components/section-nav.tsx'
import { isAdmin } from '../../lib/sesion/rights.ts'
import { Historial } from './historial.tsx'

interface RecordTabsProps {
  /** Spoken: «Secciones de la persona». */
  label: string
  /** Address of the list; the record stands behind it. */
  base: string
  /** Absent while the record is new. */
  id: string | undefined
  children: ReactNode
}

/** A record, and behind a second tab what people did with it; for who administers the company. */
export function RecordTabs({ label, base, id, children }: RecordTabsProps) {
  const [params] = useSearchParams()
  if (id === undefined || !isAdmin()) return children
  const isHistory = params.get('seccion') === 'historial'
  const datos = `${base}/${id}?seccion=datos`
  const historial = `${base}/${id}?seccion=historial`
  return (
    <>
      <SectionNav
        label={label}
        sections={[
          { to: datos, label: 'Datos' },
          { to: historial, label: 'Historial' },
        ]}
        current={isHistory ? historial : datos}
      />
      {isHistory ? <Historial de={{ objeto: id }} /> : children}
    </>
  )
}
