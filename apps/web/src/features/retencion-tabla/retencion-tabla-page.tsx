import { IMPUESTO_RETENIDO, type ImpuestoRetenido } from '@yupana/fiscal'
import { useLocation } from 'react-router'

import { PageHeader } from '../../components/page-header.tsx'
import { SectionNav } from '../../components/section-nav.tsx'
import { Catalogo } from './catalogo.tsx'
import { Practicadas } from './practicadas.tsx'

interface TablaPageProps {
  impuesto: Extract<ImpuestoRetenido, '1' | '2'>
  titulo: string
  ruta: string
}

/** Two readings of one route (O-29): the dated table of codes, and the withholdings of the tax. */
function TablaPage({ impuesto, titulo, ruta }: TablaPageProps) {
  const { pathname } = useLocation()
  const practicadas = `${ruta}/practicadas`
  const isPracticadas = pathname === practicadas
  return (
    <>
      <PageHeader title={titulo} />
      <SectionNav
        label={`Secciones de ${titulo}`}
        current={isPracticadas ? practicadas : ruta}
        sections={[
          { to: ruta, label: 'Códigos y porcentajes' },
          { to: practicadas, label: 'Retenciones practicadas' },
        ]}
      />
      {isPracticadas ? <Practicadas key={impuesto} impuesto={impuesto} /> : <Catalogo key={impuesto} impuesto={impuesto} />}
    </>
  )
}

/** `/retencion_iva`. */
export const RetencionIvaPage = () => <TablaPage impuesto={IMPUESTO_RETENIDO.IVA} titulo="Retenciones de IVA" ruta="/retencion_iva" />
/** `/retencion_renta`. */
export const RetencionRentaPage = () => (
  <TablaPage impuesto={IMPUESTO_RETENIDO.RENTA} titulo="Retenciones de renta" ruta="/retencion_renta" />
)
