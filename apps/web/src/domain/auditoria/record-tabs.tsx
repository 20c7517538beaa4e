import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { SectionNav } from '../../components/section-nav.tsx'
import { isAdmin } from '../../lib/rights.ts'
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

const SECTIONS = [{ id: 'datos', label: 'Datos' }, { id: 'historial', label: 'Historial' }]

/** A record, and behind a second tab what people did with it; for who administers the company. */
export function RecordTabs({ label, base, id, children }: RecordTabsProps) {
  const [params] = useSearchParams()
  if (id === undefined || !isAdmin()) return children
  const isHistory = params.get('seccion') === 'historial'
  return (
    <>
      <SectionNav label={label} base={`${base}/${id}`} sections={SECTIONS} chosen={isHistory ? 'historial' : 'datos'} />
      {isHistory ? <Historial de={{ objeto: id }} /> : children}
    </>
  )
}
