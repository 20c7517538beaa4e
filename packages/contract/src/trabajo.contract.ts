import * as z from 'zod/mini'

import { CORTES_REPORTE, NOMBRES_REPORTE, PedidoArchivos, PedidoReporte } from './reporte.contract.ts'
import { Descarga } from './descarga.contract.ts'
import { endpoint } from './endpoint.ts'
import { FORMATOS_INFORME } from './exportacion.contract.ts'
import { idParams, uuid } from './fields.ts'

const tag = 'Reportes'

/** `ARCHIVOS`: XML and RIDE of a period. `REPORTE`: one report as a file. */
export const TIPOS_TRABAJO = ['ARCHIVOS', 'REPORTE'] as const
export type TipoTrabajo = (typeof TIPOS_TRABAJO)[number]

/** PENDIENTE and EN_CURSO: for a worker. LISTO: has a file until `vence_en`. FALLIDO: the reason is in `motivo`. */
export const ESTADOS_TRABAJO = ['PENDIENTE', 'EN_CURSO', 'LISTO', 'FALLIDO', 'CANCELADO'] as const
export type EstadoTrabajo = (typeof ESTADOS_TRABAJO)[number]

/** Highest number of documents, issued and received, in a ZIP made by a worker. */
export const MAX_ARCHIVOS_TRABAJO = 10_000

/** Highest number of running jobs, of one person and of a company. */
export const MAX_TRABAJOS_USUARIO = 3
export const MAX_TRABAJOS_EMPRESA = 6

export const PedidoTrabajo = z.object({
  desde: z.string(),
  hasta: z.string(),
  reporte: z.optional(z.enum(NOMBRES_REPORTE)),
  formato: z.optional(z.enum(FORMATOS_INFORME)),
  corte: z.optional(z.enum(CORTES_REPORTE)),
  clave: z.optional(z.string()),
})
export type PedidoTrabajo = z.infer<typeof PedidoTrabajo>

export const Trabajo = z.object({
  id: uuid,
  tipo: z.enum(TIPOS_TRABAJO),
  /** The request, to repeat it. */
  pedido: PedidoTrabajo,
  estado: z.enum(ESTADOS_TRABAJO),
  motivo: z.nullable(z.string()),
  /** Documents or rows: the total, and the finished ones. */
  total: z.int(),
  hechos: z.int(),
  /** Name and bytes of the file. */
  archivo: z.string(),
  tamano: z.nullable(z.int()),
  creado_en: z.string(),
  vence_en: z.nullable(z.string()),
})
export type Trabajo = z.infer<typeof Trabajo>

/** Null for a small job: the file is requested directly. */
export const TrabajoEmpezado = z.object({ trabajo: z.nullable(Trabajo) })
export type TrabajoEmpezado = z.infer<typeof TrabajoEmpezado>

export const startReporte = endpoint('POST /v1/trabajo/reporte', {
  costo: 'busqueda',
  enFila: true,
  tag,
  summary: 'Encarga un reporte grande; uno pequeño responde null y se pide como archivo. El mismo encargo sin terminar es uno solo',
  body: PedidoReporte,
  reply: TrabajoEmpezado,
})

export const startArchivos = endpoint('POST /v1/trabajo/archivos', {
  costo: 'busqueda',
  enFila: true,
  tag,
  summary:
    'Encarga el ZIP grande de un período; uno pequeño responde null y se pide como archivo. El mismo encargo sin terminar es uno solo',
  body: PedidoArchivos,
  reply: TrabajoEmpezado,
})

export const listTrabajo = endpoint('GET /v1/trabajo', {
  costo: 'lectura',
  tag,
  summary: 'Los trabajos propios de la empresa, del más reciente al más antiguo',
  reply: z.array(Trabajo),
  sinUso: true,
})

export const readTrabajo = endpoint('GET /v1/trabajo/:id', {
  costo: 'lectura',
  tag,
  summary: 'Cómo va un trabajo propio',
  params: idParams,
  reply: Trabajo,
  sinUso: true,
})

export const cancelTrabajo = endpoint('POST /v1/trabajo/cancelar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Cancela un trabajo propio que no ha terminado',
  params: idParams,
  reply: Trabajo,
})

export const downloadTrabajo = endpoint('POST /v1/trabajo/descarga/:id', {
  costo: 'exportacion',
  tag,
  summary: 'Un boleto para descargar el archivo de un trabajo listo, hasta que vence',
  params: idParams,
  reply: Descarga,
})
