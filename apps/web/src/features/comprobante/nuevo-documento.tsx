import { IconChevronDown, IconPlus } from '@tabler/icons-react'

import { Dropdown } from '../../components/dropdown/dropdown.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { hasScreen } from '../../lib/sesion/rights.ts'

/** Editors of documents besides the factura's. */
const OTROS = [
  { path: '/nota', label: 'Nueva nota de débito' },
  { path: '/guia_remision', label: 'Nueva guía de remisión' },
  { path: '/liquidacion_compra', label: 'Nueva liquidación de compra' },
  { path: '/retencion/compra', label: 'Nueva retención de compra' },
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
          items={otros.map(({ path, label }) => ({ label, to: `${path}/registro` }))}
        />
      )}
    </>
  )
}
