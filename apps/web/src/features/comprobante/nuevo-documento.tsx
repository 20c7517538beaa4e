import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { COD_DOC } from '@yupana/fiscal'

import { Dropdown } from '../../components/dropdown/dropdown.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { nuevoOf } from '../../domain/emision/rutas.ts'
import { hasScreen } from '../../lib/sesion/rights.ts'

/** Editors of other document types than the factura. */
const OTROS = [
  nuevoOf(COD_DOC.NOTA_CREDITO),
  nuevoOf(COD_DOC.NOTA_DEBITO),
  nuevoOf(COD_DOC.GUIA_REMISION),
  nuevoOf(COD_DOC.LIQUIDACION_COMPRA),
  { pantalla: '/retencion/compra', to: '/retencion/compra/registro', label: 'Nueva retención de compra' },
].filter((one) => one !== undefined)

export const NuevaFactura = () => (
  <LinkButton to="/documento/registro" icon={<IconPlus size={16} />}>
    Nueva factura
  </LinkButton>
)

/** Creates a document: a factura at once, others from a menu. */
export function NuevoDocumento() {
  const otros = OTROS.filter(({ pantalla }) => hasScreen(pantalla))
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
