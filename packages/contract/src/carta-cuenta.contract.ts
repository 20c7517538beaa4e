import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { uuid } from './uuid.ts'

/** A letter about an account: it belongs to a person, not to a company. */
export const CartaCuenta = z.object({
  id: uuid,
  para: z.string(),
  asunto: z.string(),
  estado: z.enum(['PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA']),
  creado_en: z.string(),
  /** The text for its receiver. */
  texto: z.string(),
})
export type CartaCuenta = z.infer<typeof CartaCuenta>

export const searchCartaCuenta = endpoint('GET /v1/correo/cuentas', {
  costo: 'busqueda',
  tag: 'Correos',
  summary: 'Cartas de cuentas que esta instalación de prueba no envía (restablecer, avisos); solo para SUPER_ADMIN',
  query: z.object(listingQuery),
  reply: listingOf(CartaCuenta),
})
