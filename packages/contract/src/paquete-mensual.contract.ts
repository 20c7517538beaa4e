import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { correo, fecha, uuid, version } from './fields.ts'
import { CuentaCorreo } from './salud-correo.contract.ts'

const tag = 'Declaraciones'

export const MAX_CORREOS_PAQUETE = 5
/** Last day common to all months. */
export const MAX_DIA_PAQUETE = 28
/** Limit of the attached files together, in MB: many mail servers refuse more, so some files are left out. */
export const MAX_MB_PAQUETE = 10

const campos = {
  activo: z.boolean(),
  dia: z.int().check(z.minimum(1, 'El día va del 1 al 28.'), z.maximum(MAX_DIA_PAQUETE, 'El día va del 1 al 28.')),
  correos: z.array(correo).check(z.maxLength(MAX_CORREOS_PAQUETE, `${MAX_CORREOS_PAQUETE} correos como máximo.`)),
}
const conDestino = z.refine<{ activo: boolean; correos: string[] }>(({ activo, correos }) => !activo || correos.length > 0, {
  path: ['correos'],
  error: 'Añada al menos un correo: sin ninguno no se envía cada mes.',
})

/** Receivers of the previous month's package, and the day of sending. */
export const PaqueteAjuste = z.object(campos).check(conDestino)
/** `version` is the one that was read, 0 before the first. */
export const PaqueteForm = z.object({ version, ...campos }).check(conDestino)
export type PaqueteForm = z.infer<typeof PaqueteForm>

/** BANDEJA: it stays in the outbox of a trial installation. FALLIDO: some address did not accept it. */
export const ESTADOS_PAQUETE = ['PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA'] as const

/** A sending of the package, past or planned. */
export const PaqueteEnvio = z.object({
  id: uuid,
  /** First day of its month. */
  mes: fecha,
  origen: z.enum(['PROGRAMADO', 'A_MANO']),
  correos: z.array(z.string()),
  /** User who requested it; null for an automatic one. */
  usuario: z.nullable(z.string()),
  creado_en: z.string(),
  estado: z.enum(ESTADOS_PAQUETE),
  /** Files left out because of their size. */
  aparte: z.array(z.string()),
  /** Addresses that did not accept it. */
  fallidos: z.array(z.string()),
})
export type PaqueteEnvio = z.infer<typeof PaqueteEnvio>

export const Paquete = z.object({
  version,
  activo: z.boolean(),
  dia: z.int(),
  correos: z.array(z.string()),
  /** Author and time of the last save; null before the first. */
  guardado: z.nullable(z.object({ usuario: z.string(), en: z.string() })),
  /** Day of the next sending; null when there is none. */
  proximo: z.nullable(fecha),
  cuenta: CuentaCorreo,
  /** The last sendings, the newest first. */
  envios: z.array(PaqueteEnvio),
})
export type Paquete = z.infer<typeof Paquete>

export const readPaquete = endpoint('GET /v1/paquete_mensual', {
  costo: 'lectura',
  tag,
  summary: 'Paquete mensual para el contador: qué día sale, a quién, y los últimos envíos',
  reply: Paquete,
  sinUso: true,
})

export const savePaquete = endpoint('PUT /v1/paquete_mensual/edit', {
  costo: 'escritura',
  tag,
  summary: 'Guarda si el paquete mensual se envía, qué día del mes y a qué correos',
  body: PaqueteForm,
  reply: Paquete,
  msg: 'Paquete mensual guardado exitosamente',
})

export const sendPaquete = endpoint('POST /v1/paquete_mensual/enviar', {
  costo: 'escritura',
  tag,
  summary: 'Envía ahora el paquete de un mes a los correos guardados; requiere Idempotency-Key',
  body: z.object({
    mes: z.string().check(z.refine((mes) => fecha.safeParse(`${mes}-01`).success, 'Indique el mes, por ejemplo 2026-09, desde 2015-01.')),
  }),
  reply: Paquete,
  msg: 'El paquete mensual está en camino',
})
