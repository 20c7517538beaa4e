import * as z from 'zod/mini'

import { rolDeEmpresa, RolNombrado } from './empleado.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { buscado, correo, idParams, textoOpcional, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { Session } from './sesion.contract.ts'

const tag = 'Invitaciones'

/** Validity of an invitation, in hours. */
export const INVITACION_HORAS = 72

export const ESTADOS_INVITACION = ['PENDIENTE', 'ACEPTADA', 'VENCIDA'] as const
export type EstadoInvitacion = (typeof ESTADOS_INVITACION)[number]

export const InvitacionForm = z.object({ mail: correo, rol: rolDeEmpresa })
export type InvitacionForm = z.infer<typeof InvitacionForm>

export const Invitacion = z.object({
  id: uuid,
  mail: z.string(),
  rol: RolNombrado,
  estado: z.enum(ESTADOS_INVITACION),
  /** Sender of the invitation. */
  invita: z.string(),
  creada_en: z.string(),
  vence_en: z.string(),
  aceptada_en: z.nullable(z.string()),
})
export type Invitacion = z.infer<typeof Invitacion>

/** Fields a list of invitations may be sorted by. */
export const ORDENES_INVITACION = ['mail', 'creada_en', 'vence_en'] as const

export const InvitacionBusqueda = z.object({
  ...listingQuery,
  q: z.optional(buscado),
  estado: z.optional(z.enum(ESTADOS_INVITACION)),
})
export type InvitacionBusqueda = z.infer<typeof InvitacionBusqueda>

/** Data shown to the holder of a link before accepting. */
export const InvitacionRecibida = z.object({
  empresa: z.object({ id: uuid, name: z.string() }),
  rol: RolNombrado,
  invita: z.string(),
  mail: z.string(),
  vence_en: z.string(),
  /** Whether a user with this mail exists: then it is accepted in a session of that user, or with the password. */
  existe: z.boolean(),
})
export type InvitacionRecibida = z.infer<typeof InvitacionRecibida>

// In the body, never in the address: addresses end in logs. Any text is accepted; a wrong one is an invalid invitation.
const token = z.string().check(z.maxLength(200))

/** A new person sets name and password (encoded as at login); an existing one gives the own password and, with a second factor, a code. */
export const AceptarForm = z.object({
  token,
  name: textoOpcional(100),
  surname: textoOpcional(100),
  pass: z.optional(z.string().check(z.maxLength(1024))),
  codigo: z.optional(z.string().check(z.trim(), z.maxLength(40))),
})
export type AceptarForm = z.infer<typeof AceptarForm>

const Aceptada = { empresa: z.object({ id: uuid, name: z.string() }), username: z.string() }

export const searchInvitacion = endpoint('GET /invitacion/search', {
  costo: 'busqueda',
  tag,
  summary: 'Invitaciones de la empresa',
  query: InvitacionBusqueda,
  reply: listingOf(Invitacion),
})
export const sendInvitacion = endpoint('POST /invitacion/send', {
  costo: 'escritura',
  tag,
  summary: 'Invita a una persona por correo; el enlace vale 72 horas y una sola vez. Requiere Idempotency-Key',
  body: InvitacionForm,
  /** `enlace` is present only in a trial installation without mail server. */
  reply: z.extend(Invitacion, { enlace: z.nullable(z.string()) }),
  msg: 'Invitación enviada exitosamente',
})
export const deleteInvitacion = endpoint('DELETE /invitacion/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Retira una invitación: su enlace deja de valer',
  params: idParams,
  reply: Nothing,
  msg: 'Invitación eliminada exitosamente',
})
export const readInvitacion = endpoint('POST /v1/invitacion/ver', {
  costo: 'identidad',
  tag,
  summary: 'Lo que dice una invitación a quien tiene su enlace',
  body: z.object({ token }),
  reply: InvitacionRecibida,
})
export const acceptInvitacion = endpoint('POST /v1/invitacion/aceptar', {
  costo: 'identidad',
  tag,
  summary:
    'Acepta una invitación, una sola vez, con la contraseña de la persona (y su segundo factor) o creando su cuenta; inicia la sesión',
  body: AceptarForm,
  reply: z.object({ ...Aceptada, session: Session }),
  msg: 'Invitación aceptada',
})
export const acceptInvitacionAqui = endpoint('POST /v1/invitacion/aceptar_aqui', {
  costo: 'escritura',
  tag,
  summary: 'Acepta una invitación, una sola vez, con la sesión de la persona invitada',
  body: z.object({ token }),
  reply: z.object(Aceptada),
  msg: 'Invitación aceptada',
})
