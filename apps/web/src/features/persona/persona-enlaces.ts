import type { Persona } from '@yupana/contract'
import type { SentidoCartera } from '@yupana/fiscal'

import { facturaOfPersona } from '../../domain/emision/rutas.ts'
import { hasRight, hasScreen } from '../../lib/sesion/rights.ts'

/** A person who is only a supplier is owed money. */
const sentidoOf = ({ roles }: Persona): SentidoCartera => (roles.includes('cliente') || !roles.includes('proveedor') ? 'COBRAR' : 'PAGAR')

const canBuy = ({ activo, roles }: Persona) =>
  activo && roles.includes('cliente') && hasScreen('/documento') && hasRight('documento:emitir')

export const documentosPath = ({ identificacion }: Pick<Persona, 'identificacion'>): string =>
  `/comprobante?desde=&q=${encodeURIComponent(identificacion)}`
export const estadoPath = ({ id }: Pick<Persona, 'id'>, sentido: SentidoCartera): string =>
  `/comprobante/estado-cuenta?persona=${id}&sentido=${sentido}`

export const pagoPath = (id: string, sentido: SentidoCartera): string =>
  `/comprobante/pago?id=${id}${sentido === 'PAGAR' ? '&sentido=PAGAR' : ''}`

/** Links from a person: next sale, purchases, debts. */
export const enlacesOf = (persona: Persona): readonly { label: string; to: string }[] => [
  ...(canBuy(persona) ? [{ label: 'Nueva factura', to: facturaOfPersona(persona.id) }] : []),
  ...(hasScreen('/comprobante')
    ? [
        { label: 'Documentos', to: documentosPath(persona) },
        ...(sentidoOf(persona) === 'COBRAR' || hasRight('cartera:ver_pagar')
          ? [{ label: 'Estado de cuenta', to: estadoPath(persona, sentidoOf(persona)) }]
          : []),
      ]
    : []),
]
