import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'

import { loadedPart } from '../../components/loaded-part.tsx'
import { SectionNav } from '../../components/section-nav.tsx'
import { isAdmin } from '../../lib/sesion/rights.ts'

const Historial = loadedPart(async () => (await import('./historial.tsx')).Historial)

/** A section of a record besides its data. */
export interface Pestana {
  /** Name of the section in the address. */
  seccion: string
  label: string
  /** For a list, which takes the width of the screen. */
  isWide?: boolean
  content: ReactNode
}

interface RecordTabsProps {
  /** Accessible name: «Secciones de la persona». */
  label: string
  /** Address of the list; the record's address follows it. */
  base: string
  /** Absent while the record is new. */
  id: string | undefined
  /** Sections between the data and the history. */
  more?: readonly Pestana[] | undefined
  children: ReactNode
}

/** A record with its sections; administrators of the company also see its history in the last tab. */
export function RecordTabs({ label, base, id, more = [], children }: RecordTabsProps) {
  const [params] = useSearchParams()
  const pestanas =
    id === undefined
      ? []
      : [...more, ...(isAdmin() ? [{ seccion: 'historial', label: 'Historial', content: <Historial de={{ objeto: id }} /> }] : [])]
  if (id === undefined || pestanas.length === 0) return children
  const hrefOf = (seccion: string) => `${base}/${id}?seccion=${seccion}`
  const present = pestanas.find(({ seccion }) => seccion === params.get('seccion'))
  return (
    <>
      <SectionNav
        label={label}
        sections={[{ seccion: 'datos', label: 'Datos' }, ...pestanas].map((one) => ({ to: hrefOf(one.seccion), label: one.label }))}
        current={hrefOf(present?.seccion ?? 'datos')}
      />
      {present ? present.content : children}
    </>
  )
}
