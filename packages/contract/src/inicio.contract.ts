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

/** A period so far, beside as many days of the one before. */
export const Comparada = z.object({
  rango: RangoDeCifras,
  cifra: Cifra,
  anterior: z.object({ rango: RangoDeCifras, cifra: Cifra }),
})
export type Comparada = z.infer<typeof Comparada>

/** What a withholding is still to be issued of, of the last days: counts as those of `Pendientes`. */
export const PorRetener = z.object({
  /** The first of those days: `por_retener` in the list of purchases. */
  desde: z.string(),
  compras: z.int(),
  /** Documents of the inbox that nobody registered yet. */
  recibidos: z.int(),
  /** Those of both whose last day is over. */
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
  /** Null for whoever issues no withholdings. */
  por_retener: z.nullable(PorRetener),
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
