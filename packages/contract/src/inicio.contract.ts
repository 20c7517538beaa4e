import * as z from 'zod/mini'

import { Cifra, Parte, RangoDeCifras } from './cifras.contract.ts'
import { ComprobanteFila } from './comprobante.contract.ts'
import { endpoint } from './endpoint.ts'
import { conSigno } from './fields.ts'
import { Pendientes } from './pendientes.contract.ts'

/** Sales of one day at one point by one seller: issued and not refused. Amounts ×10⁶. */
export const VentaDelDia = z.object({
  establecimiento: z.string(),
  punto: z.string(),
  vendedor: z.nullable(z.string()),
  cantidad: z.int(),
  total: conSigno,
})
export type VentaDelDia = z.infer<typeof VentaDelDia>

/** A running period, compared with the same number of days of the previous one. */
export const Comparada = z.object({
  rango: RangoDeCifras,
  cifra: Cifra,
  anterior: z.object({ rango: RangoDeCifras, cifra: Cifra }),
})
export type Comparada = z.infer<typeof Comparada>

/** Recent purchases and inbox documents without a withholding: counts like those of `Pendientes`. */
export const PorRetener = z.object({
  /** The first of those days: `por_retener` in the list of purchases. */
  desde: z.string(),
  compras: z.int(),
  /** Documents of the inbox that are not registered yet. */
  recibidos: z.int(),
  /** Number of both whose last day has passed. */
  vencidas: z.int(),
  /** The most urgent, each with its last day in both readings of the law. */
  primeras: z.array(
    z.object({
      id: z.string(),
      origen: z.enum(['COMPRA', 'RECIBIDO']),
      numero: z.string(),
      proveedor: z.string(),
      calendario: z.string(),
      habiles: z.string(),
    }),
  ),
})
export type PorRetener = z.infer<typeof PorRetener>

/** Data of the home page. A user without the right to sell gets steps, signature and pause, but no documents. */
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
  /** Null for a user who issues no withholdings. */
  por_retener: z.nullable(PorRetener),
  /** The last five documents of the present environment. */
  ultimos: z.array(ComprobanteFila),
  ventas_hoy: z.array(VentaDelDia),
  /** Sales less credit notes; null for a user who may not see documents. */
  ventas: z.nullable(z.object({ hoy: Comparada, mes: Comparada, dias: z.array(Parte) })),
  /**
   * Documents covered by the plan this month, and used ones up to that limit; null without a plan, and for a user who is no administrator.
   */
  plan: z.nullable(z.object({ limite: z.int(), usados: z.int() })),
  /** Documents of this month by state, which is the filter of each linked list. */
  estados: z.array(z.object({ tributario: z.int(), documentos: z.int() })),
})
export type Inicio = z.infer<typeof Inicio>

export const readInicio = endpoint('GET /v1/inicio', {
  costo: 'busqueda',
  tag: 'Inicio',
  summary: 'Primeros pasos, lo que requiere atención, últimos comprobantes y ventas del día por caja',
  reply: Inicio,
})
