import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** What asks for somebody's attention: as the home page counts it and the list shows it. */
export const ATENCIONES = [
  'NO_AUTORIZADOS',
  'EN_ESPERA',
  'EN_REVISION',
  'RETENIDOS',
  'CORREOS_FALLIDOS',
  'POR_ANULAR',
  'NO_CORRESPONDEN',
] as const
export type Atencion = (typeof ATENCIONES)[number]

/** What waits for somebody: counts of `atencion` in the list of documents, each up to the exact limit of the lists and one more. */
export const Pendientes = z.object({
  no_autorizados: z.int(),
  en_espera: z.int(),
  /** Only a person decides: nothing happens to them by itself. */
  en_revision: z.int(),
  retenidos: z.int(),
  correos_fallidos: z.int(),
  /** Voidings that were asked for and are not settled. */
  por_anular: z.int(),
  /** Whoever opened their public page said that they are not his, and nobody has looked at it yet. */
  no_corresponden: z.int(),
  /** Purchases and received withholdings that count still though the SRI says that their issuer voided them. */
  compras_anuladas: z.int(),
  retenciones_anuladas: z.int(),
  /** Products of which less is left than their minimum, what is reserved taken off: `estado=REPONER` in the list of stock. */
  por_reponer: z.int(),
  /** Documents that wait for a signature that can be used. */
  sin_firmar: z.int(),
  /** Why the mailbox of received documents has not been read several times in a row. */
  buzon: z.nullable(z.string()),
  /** Why emission is stopped, for the whole company or a part of it. */
  pausada: z.nullable(z.string()),
  /** The certificate in use: whole days left, 0 once it has expired; whether its key does not open. */
  firma: z.nullable(z.object({ dias_restantes: z.int(), hasta: z.string(), inservible: z.boolean() })),
})
export type Pendientes = z.infer<typeof Pendientes>

export const readPendientes = endpoint('GET /v1/inicio/pendientes', {
  costo: 'busqueda',
  tag: 'Inicio',
  summary: 'Lo que espera a una persona, para la campana',
  sinUso: true,
  reply: Pendientes,
})

/** What waits at the desks of the installation, of all companies. */
export const PendientesMesa = z.object({
  /** Payment receipts of the store that nobody decided on. */
  pagos: z.int(),
  /** Requests of signatures on their way through the desk. */
  firmas: z.int(),
  /** Paid declarations that are still to be filed. */
  declaraciones: z.int(),
})
export type PendientesMesa = z.infer<typeof PendientesMesa>

/** For the bell of who decides. */
export const readPendientesMesa = endpoint('GET /v1/administracion/pendientes', {
  costo: 'busqueda',
  sinUso: true,
  tag: 'Administración',
  summary: 'Lo que espera una decisión en las mesas de la tienda y de las firmas',
  reply: PendientesMesa,
})
