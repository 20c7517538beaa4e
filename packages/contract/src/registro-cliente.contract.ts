import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { codigoQr, idParams, uuid, version } from './fields.ts'
import { Persona, PersonaForm, PersonaGuardada } from './persona.contract.ts'

const tag = 'Registro de clientes'

/** Validity of a link, and of data that wait to be accepted, in days. */
export const REGISTRO_DIAS = 7
/** Highest number of waiting links and data of a company. */
export const MAX_REGISTROS = 500

/** Data that a client typed about himself. */
export const DatosRegistro = z.pick(PersonaForm, {
  tipo_identificacion: true,
  identificacion: true,
  razon_social: true,
  correos: true,
  telefonos: true,
  direccion: true,
})
export type DatosRegistro = z.infer<typeof DatosRegistro>

/** A new link, shown only once. */
export const RegistroEnlace = z.object({ id: uuid, enlace: z.string(), qr: codigoQr, vence_en: z.string() })
export type RegistroEnlace = z.infer<typeof RegistroEnlace>

/** A link that waits for its client, or data that wait to be accepted. `creo` is the author of the link. */
export const RegistroCliente = z.object({
  id: uuid,
  creo: z.string(),
  creado_en: z.string(),
  vence_en: z.string(),
  recibido: z.nullable(z.object({ en: z.string(), identificacion: z.string(), razon_social: z.string() })),
})
export type RegistroCliente = z.infer<typeof RegistroCliente>

/** A field before and after; nothing is stored yet for a new person. */
export const CambioRegistro = z.object({
  campo: z.enum(['identificacion', 'razon_social', 'correos', 'telefonos', 'direccion', 'roles']),
  antes: z.nullable(z.string()),
  despues: z.string(),
})
export type CambioRegistro = z.infer<typeof CambioRegistro>

export const RegistroRecibido = z.object({
  id: uuid,
  en: z.string(),
  vence_en: z.string(),
  datos: DatosRegistro,
  avisos: PersonaGuardada.shape.avisos,
  /** Existing person with the identification, or its cédula or RUC twin (O-62). */
  persona: z.nullable(z.pick(Persona, { id: true, version: true, identificacion: true, razon_social: true, activo: true })),
  cambios: z.array(CambioRegistro),
})
export type RegistroRecibido = z.infer<typeof RegistroRecibido>

export const createRegistroCliente = endpoint('POST /v1/registro_cliente/create', {
  costo: 'escritura',
  tag,
  summary: 'Un enlace de un solo uso, con su código QR, para que un cliente escriba sus datos; requiere Idempotency-Key',
  reply: RegistroEnlace,
})
export const allRegistroCliente = endpoint('GET /v1/registro_cliente', {
  costo: 'busqueda',
  tag,
  summary: 'Enlaces abiertos y datos por aceptar',
  reply: z.array(RegistroCliente),
  sinUso: true,
})
export const readRegistroCliente = endpoint('GET /v1/registro_cliente/:id', {
  costo: 'lectura',
  tag,
  summary: 'Lo que escribió un cliente, junto a lo que ya consta de él',
  params: idParams,
  reply: RegistroRecibido,
})
export const acceptRegistroCliente = endpoint('POST /v1/registro_cliente/aceptar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Registra a la persona, o cambia sus datos como se mostró; requiere Idempotency-Key',
  params: idParams,
  /** The existing person that the screen showed. */
  body: z.object({ persona: z.nullable(z.object({ id: uuid, version })) }),
  reply: PersonaGuardada,
  msg: 'Datos aceptados exitosamente',
})
export const refuseRegistroCliente = endpoint('POST /v1/registro_cliente/rechazar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina lo que escribió un cliente: no se registra nada',
  params: idParams,
  reply: Nothing,
  msg: 'Datos rechazados',
})
export const revokeRegistroCliente = endpoint('DELETE /v1/registro_cliente/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Anula un enlace que nadie ha usado',
  params: idParams,
  reply: Nothing,
  msg: 'Enlace anulado',
})
