import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

const tag = 'Sistema'

export const SystemConfig = z.object({
  facebook: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  twitter: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
})
export type SystemConfig = z.infer<typeof SystemConfig>

export const configGeneral = endpoint('GET /sys/config_general', { tag, summary: 'Configuración del sistema', reply: SystemConfig })

export const sriMantenimiento = endpoint('GET /notificacion/sri_mantenimiento', {
  tag, summary: 'Aviso de mantenimiento del SRI: refleja el estado de sus servicios',
  reply: z.object({ activo: z.boolean(), message: z.nullable(z.string()) }),
})

export const Salud = z.object({ estado: z.literal('ok'), baseDatos: z.boolean(), version: z.string(), hora: z.string(), cercado: z.boolean() })
export const salud = endpoint('GET /v1/salud', { tag, summary: 'Salud del servicio', reply: Salud })

/** Settings of the installation that the page carries as a JSON data block (stack.md: one build serves every installation). */
export interface PageSettings {
  producto: string
  segmento: string
  codec: { id: string; key: string }
  modo: 'prueba' | 'produccion'
  /** The server's hour when the page was made (ISO): the browser counts expirations by it, not by its own clock. Set per request. */
  hora?: string
  sentryDsn: string | null
  analiticaUrl: string | null
}
