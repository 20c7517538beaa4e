import { IconChevronDown, IconPlus } from '@tabler/icons-react'

import { Dropdown } from '../../components/dropdown/dropdown.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { hasScreen } from '../../lib/sesion/rights.ts'

/** Editors of documents besides the factura's. */
const OTROS = [
  { path: '/nota', to: '/nota/registro', label: 'Nueva nota de crédito' },
  { path: '/nota', to: '/nota/registro?tipo=05', label: 'Nueva nota de débito' },
  { path: '/guia_remision', to: '/guia_remision/registro', label: 'Nueva guía de remisión' },
  { path: '/liquidacion_compra', to: '/liquidacion_compra/registro', label: 'Nueva liquidación de compra' },
  { path: '/retencion/compra', to: '/retencion/compra/registro', label: 'Nueva retención de compra' },
]

export const NuevaFactura = () => (
  <LinkButton to="/documento/registro" icon={<IconPlus size={16} />}>
    Nueva factura
  </LinkButton>
)

/** What may be issued: a factura at once, the others one step away. */
export function NuevoDocumento() {
  const otros = OTROS.filter(({ path }) => hasScreen(path))
  return (
    <>
      <NuevaFactura />
      {otros.length > 0 && (
        <Dropdown
          label="Emitir otro documento"
          target={<IconChevronDown size={18} aria-hidden="true" />}
          items={otros.map(({ to, label }) => ({ label, to }))}
        />
      )}
    </>
  )
}
