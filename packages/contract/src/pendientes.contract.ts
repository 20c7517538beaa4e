import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Kinds of items that need attention, counted by the home page and shown in the list. */
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

/** Waiting items: counts of `atencion` in the list of documents, each up to the exact limit of lists plus one. */
export const Pendientes = z.object({
  no_autorizados: z.int(),
  en_espera: z.int(),
  /** Documents that wait for a person's decision. */
  en_revision: z.int(),
  retenidos: z.int(),
  correos_fallidos: z.int(),
  /** Open requests to void. */
  por_anular: z.int(),
  /** Documents whose receiver said on the public page that they are not his, and that the company has not looked at. */
  no_corresponden: z.int(),
  /** Purchases and received withholdings that still count, although their issuer voided them at the SRI. */
  compras_anuladas: z.int(),
  retenciones_anuladas: z.int(),
  /** Products whose stock, without the reserved quantity, is below the minimum: `estado=REPONER` in the list of stock. */
  por_reponer: z.int(),
  /** Documents that wait for a usable signature. */
  sin_firmar: z.int(),
  /** Reason of repeated failures to read the mailbox of received documents. */
  buzon: z.nullable(z.string()),
  /** Reason why emission is stopped, in the whole company or a part of it. */
  pausada: z.nullable(z.string()),
  /** The certificate in use: whole days left, 0 after expiry; `inservible` when its key cannot be opened. */
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

/** Waiting items of all companies at the desks of the installation. */
export const PendientesMesa = z.object({
  /** Undecided payment receipts of the store. */
  pagos: z.int(),
  /** Open requests of signatures. */
  firmas: z.int(),
  /** Paid declarations not filed yet. */
  declaraciones: z.int(),
})
export type PendientesMesa = z.infer<typeof PendientesMesa>

/** For the bell of people who decide on them. */
export const readPendientesMesa = endpoint('GET /v1/administracion/pendientes', {
  costo: 'busqueda',
  sinUso: true,
  tag: 'Administración',
  summary: 'Lo que espera una decisión en las mesas de la tienda y de las firmas',
  reply: PendientesMesa,
})
