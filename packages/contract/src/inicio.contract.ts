import * as z from 'zod/mini'

import { Cifra, Parte, RangoDeCifras } from './cifras.contract.ts'
import { ComprobanteFila } from './comprobante.contract.ts'
import { endpoint } from './endpoint.ts'

/** Sales of one day at one point by one seller: issued and not refused. Amounts ×10⁶. */
export const VentaDelDia = z.object({
  establecimiento: z.string(),
  punto: z.string(),
  vendedor: z.nullable(z.string()),
  cantidad: z.int(),
  total: z.int(),
})
export type VentaDelDia = z.infer<typeof VentaDelDia>

/** A period so far, beside as many days of the one before. */
export const Comparada = z.object({
  rango: RangoDeCifras,
  cifra: Cifra,
  anterior: z.object({ rango: RangoDeCifras, cifra: Cifra }),
})
export type Comparada = z.infer<typeof Comparada>

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
  /** Products of which less is left than their minimum, what is reserved taken off: `estado=REPONER` in the list of stock. */
  por_reponer: z.int(),
  /** Documents that wait for a signature that can be used. */
  sin_firmar: z.int(),
  /** Why emission is stopped, for the whole company or a part of it. */
  pausada: z.nullable(z.string()),
  /** The certificate in use: whole days left, 0 once it has expired; whether its key does not open. */
  firma: z.nullable(z.object({ dias_restantes: z.int(), hasta: z.string(), inservible: z.boolean() })),
})
export type Pendientes = z.infer<typeof Pendientes>

/** What the home page shows. Whoever may not sell gets the steps, the signature and the pause: no documents. */
export const Inicio = z.object({
  /** Today in Ecuador. */
  hoy: z.string(),
  /** The first steps, each done or not; the last is the first authorised factura. */
  pasos: z.object({
    empresa: z.boolean(),
    condiciones: z.boolean(),
    firma: z.boolean(),
    producto: z.boolean(),
    cliente: z.boolean(),
    factura: z.boolean(),
  }),
  atencion: Pendientes,
  /** The last five documents of the present environment. */
  ultimos: z.array(ComprobanteFila),
  ventas_hoy: z.array(VentaDelDia),
  /** Net sales, credit notes taken off; null for whoever may not see documents. */
  ventas: z.nullable(z.object({ hoy: Comparada, mes: Comparada, dias: z.array(Parte) })),
  /** Documents that the plan covers this month, and those used, never more; null without a plan and for who does not administer. */
  plan: z.nullable(z.object({ limite: z.int(), usados: z.int() })),
  /** Documents of this month by state: where each list opens. */
  estados: z.array(z.object({ tributario: z.int(), documentos: z.int() })),
})
export type Inicio = z.infer<typeof Inicio>

export const readInicio = endpoint('GET /v1/inicio', {
  costo: 'busqueda',
  tag: 'Inicio',
  summary: 'Primeros pasos, lo que requiere atención, últimos comprobantes y ventas del día por caja',
  reply: Inicio,
})

export const readPendientes = endpoint('GET /v1/inicio/pendientes', {
  costo: 'busqueda',
  tag: 'Inicio',
  summary: 'Lo que espera a una persona, para la campana',
  sinUso: true,
  reply: Pendientes,
})
