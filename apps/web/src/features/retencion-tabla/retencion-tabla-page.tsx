import { IMPUESTO_RETENIDO, type ImpuestoRetenido } from '@yupana/fiscal'
import { useLocation } from 'react-router'

import { PageHeader } from '../../components/page-header.tsx'
import { SectionNav } from '../../components/section-nav.tsx'
import { Catalogo } from './catalogo.tsx'
import { Elegidas } from './elegidas.tsx'
import { Practicadas } from './practicadas.tsx'

interface TablaPageProps {
  impuesto: Extract<ImpuestoRetenido, '1' | '2'>
  titulo: string
  ruta: string
}

/** Three views of a route (O-29): the dated table of codes, the withholdings of the tax, and the company's choices. */
function TablaPage({ impuesto, titulo, ruta }: TablaPageProps) {
  const { pathname } = useLocation()
  const practicadas = `${ruta}/practicadas`
  const elegidas = `${ruta}/elegidas`
  return (
    <>
      <PageHeader title={titulo} />
      <SectionNav
        label={`Secciones de ${titulo}`}
        current={pathname === practicadas || pathname === elegidas ? pathname : ruta}
        sections={[
          { to: ruta, label: 'Códigos y porcentajes' },
          { to: practicadas, label: 'Retenciones practicadas' },
          { to: elegidas, label: 'Por defecto' },
        ]}
      />
      {pathname === practicadas ? (
        <Practicadas key={impuesto} impuesto={impuesto} />
      ) : pathname === elegidas ? (
        <Elegidas key={impuesto} impuesto={impuesto} ruta={ruta} />
      ) : (
        <Catalogo key={impuesto} impuesto={impuesto} />
      )}
    </>
  )
}

/** `/retencion_iva`. */
export const RetencionIvaPage = () => <TablaPage impuesto={IMPUESTO_RETENIDO.IVA} titulo="Retenciones de IVA" ruta="/retencion_iva" />
/** `/retencion_renta`. */
export const RetencionRentaPage = () => (
  <TablaPage impuesto={IMPUESTO_RETENIDO.RENTA} titulo="Retenciones de renta" ruta="/retencion_renta" />
)
