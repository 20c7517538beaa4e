import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { fecha, texto, uuid, version } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Notificaciones'

/** Kinds of notifications of the operator; each has a severity on the screen. */
export const TIPOS_NOTIFICACION = ['NOVEDAD', 'MEJORA', 'ADVERTENCIA', 'INCIDENTE'] as const
export const TipoNotificacion = z.enum(TIPOS_NOTIFICACION)
export type TipoNotificacion = z.infer<typeof TipoNotificacion>

/** A product notification for a user; it stays until the user dismisses it. */
export const NotificacionDisponible = z.object({
  id: uuid,
  type: TipoNotificacion,
  message: z.string(),
  /** Address of its subject in the application. */
  ruta: z.optional(z.string()),
})
export type NotificacionDisponible = z.infer<typeof NotificacionDisponible>

/** Shown from the first day to the last, both included; without a last day, until it is withdrawn. */
export const NotificacionForm = z
  .object({
    type: TipoNotificacion,
    message: texto(500),
    desde: fecha,
    hasta: z._default(z.nullable(fecha), null),
    activa: z._default(z.boolean(), true),
  })
  .check(
    z.refine(({ desde, hasta }) => hasta === null || hasta >= desde, {
      path: ['hasta'],
      message: 'El último día no puede ser anterior al primero.',
    }),
  )
export type NotificacionForm = z.infer<typeof NotificacionForm>

export const Notificacion = z.object({
  id: uuid,
  type: TipoNotificacion,
  message: z.string(),
  desde: z.string(),
  hasta: z.nullable(z.string()),
  activa: z.boolean(),
  /** Number of users who dismissed it. */
  descartada: z.int(),
  version,
})
export type Notificacion = z.infer<typeof Notificacion>

export const ORDENES_NOTIFICACION = ['desde', 'hasta', 'message'] as const

export const availableNotificaciones = endpoint('GET /notificacion/available', {
  costo: 'lectura',
  sinUso: true,
  tag,
  summary: 'Notificaciones del producto que el usuario no ha descartado',
  reply: z.array(NotificacionDisponible),
})
export const dismissNotificacion = endpoint('POST /v1/notificacion/descartar', {
  costo: 'escritura',
  tag,
  summary: 'Descarta una notificación para el usuario',
  body: z.object({ id: uuid }),
  reply: Nothing,
})
export const searchNotificacion = endpoint('GET /v1/administracion/notificacion/search', {
  costo: 'busqueda',
  tag,
  summary: 'Todas las notificaciones de la instalación',
  query: z.object(listingQuery),
  reply: listingOf(Notificacion),
})
export const createNotificacion = endpoint('POST /v1/administracion/notificacion/create', {
  costo: 'escritura',
  tag,
  summary: 'Crea una notificación; requiere Idempotency-Key',
  body: NotificacionForm,
  reply: Notificacion,
  msg: 'Notificación registrada exitosamente',
})
export const editNotificacion = endpoint('PUT /v1/administracion/notificacion/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia una notificación, o la retira',
  body: z.extend(NotificacionForm, { id: uuid, version }),
  reply: Notificacion,
  msg: 'Notificación editada exitosamente',
})
