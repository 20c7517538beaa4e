import type { Persona } from '@yupana/contract'

import { facturaOfPersona } from '../../domain/emision/rutas.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'

/** What only a supplier has is owed to him. */
const sentidoOf = ({ roles }: Persona) => (roles.includes('cliente') || !roles.includes('proveedor') ? 'COBRAR' : 'PAGAR')

const canBuy = ({ activo, roles }: Persona) =>
  activo && roles.includes('cliente') && hasScreen('/documento') && hasRight('documento:emitir')

/** Where one goes on from a person: what is sold to him next, what he bought, what he owes. */
export const enlacesOf = (persona: Persona): readonly { label: string; to: string }[] => [
  ...(canBuy(persona) ? [{ label: 'Nueva factura', to: facturaOfPersona(persona.id) }] : []),
  ...(hasScreen('/comprobante')
    ? [
        { label: 'Documentos', to: `/comprobante?desde=&q=${encodeURIComponent(persona.identificacion)}` },
        { label: 'Estado de cuenta', to: `/comprobante/estado-cuenta?persona=${persona.id}&sentido=${sentidoOf(persona)}` },
      ]
    : []),
]
