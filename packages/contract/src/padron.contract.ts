import { TIPO_IDENTIFICACION } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { texto } from './fields.ts'

/** RUC and cédula; the external service knows no passports. */
export const TIPOS_IDENTIFICACION_PADRON = [TIPO_IDENTIFICACION.RUC, TIPO_IDENTIFICACION.CEDULA] as const
/** NO_SE_CONSULTA: the installation has no such service. */
export const RESULTADOS_PADRON = ['ENCONTRADO', 'NO_CONSTA', 'SIN_RESPUESTA', 'NO_SE_CONSULTA'] as const

/** Holder of an identification, by an external service. */
export const Padron = z.object({
  resultado: z.enum(RESULTADOS_PADRON),
  /** For ENCONTRADO. `estado` is the service's word: «ACTIVO», «SUSPENDIDO». */
  persona: z.nullable(
    z.object({
      razon_social: z.string(),
      nombre_comercial: z.nullable(z.string()),
      direccion: z.nullable(z.string()),
      estado: z.nullable(z.string()),
    }),
  ),
})
export type Padron = z.infer<typeof Padron>

export const consultPadron = endpoint('GET /v1/padron', {
  costo: 'busqueda',
  tag: 'Personas',
  summary: 'Quién tiene un RUC o una cédula según el servicio de consulta de la instalación, si lo tiene',
  query: z.object({ tipo_identificacion: z.enum(TIPOS_IDENTIFICACION_PADRON), identificacion: texto(13) }),
  reply: Padron,
})
