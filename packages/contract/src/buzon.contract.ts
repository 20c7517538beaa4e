import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { texto, version } from './fields.ts'
import { Nothing } from './envelope.contract.ts'

const tag = 'Comprobantes recibidos'

/** TLS from the first byte, or after STARTTLS. */
export const SEGURIDADES_BUZON = ['TLS', 'STARTTLS'] as const
export const SeguridadBuzon = z.enum(SEGURIDADES_BUZON)
export type SeguridadBuzon = z.infer<typeof SeguridadBuzon>
export const PUERTO_BUZON = { TLS: 993, STARTTLS: 143 } as const
/** Days back that the first reading covers. */
export const DIAS_PRIMERA_LECTURA = 30
export const MAX_BYTES_CONTRASENA_BUZON = 200

const PUERTO = 'El puerto va del 1 al 65535.'
const campos = {
  activo: z.boolean(),
  servidor: texto(253).check(z.regex(/^[a-z0-9.:-]+$/i, 'Escriba solo el nombre del servidor, por ejemplo imap.ejemplo.ec.')),
  puerto: z.int(PUERTO).check(z.minimum(1, PUERTO), z.maximum(65_535, PUERTO)),
  seguridad: SeguridadBuzon,
  usuario: texto(200),
  /** Empty keeps the stored password, for the same server and user. */
  contrasena: z._default(
    z.string().check(
      z.maxLength(MAX_BYTES_CONTRASENA_BUZON, `${MAX_BYTES_CONTRASENA_BUZON} caracteres máximos.`),
      z.refine((text) => !/\p{Cc}/u.test(text), 'Tiene un carácter invisible que no está permitido.'),
    ),
    '',
  ),
  carpeta: texto(200),
}

/** The mailbox whose attachments enter the inbox of received documents. */
export const BuzonAjuste = z.object(campos)
export type BuzonAjuste = z.infer<typeof BuzonAjuste>
/** `version` is the one that was read, 0 before the first. */
export const BuzonForm = z.object({ version, ...campos })
export type BuzonForm = z.infer<typeof BuzonForm>

/** State of the last reading. */
export const BuzonEstado = z.object({
  activo: z.boolean(),
  /** Whether it is being read or waits for its turn. */
  leyendo: z.boolean(),
  leido_en: z.nullable(z.string()),
  /** Documents and claves de acceso that the last reading brought. */
  documentos: z.int(),
  /** Why the readings since then failed; null after a success. */
  fallo: z.nullable(z.string()),
  fallo_en: z.nullable(z.string()),
  /** Time of the next reading; null while it is switched off. */
  proximo_en: z.nullable(z.string()),
})
export type BuzonEstado = z.infer<typeof BuzonEstado>

/** An attachment or mail that was not accepted. */
export const BuzonRechazo = z.object({
  remitente: z.string(),
  asunto: z.string(),
  archivo: z.string(),
  motivo: z.string(),
  en: z.string(),
})
export type BuzonRechazo = z.infer<typeof BuzonRechazo>

export const Buzon = z.object({
  version,
  activo: z.boolean(),
  servidor: z.string(),
  puerto: z.int(),
  seguridad: SeguridadBuzon,
  usuario: z.string(),
  carpeta: z.string(),
  /** Author and time of the last save; null before the first. */
  guardado: z.nullable(z.object({ usuario: z.string(), en: z.string() })),
  estado: BuzonEstado,
  /** The last refusals, the newest first. */
  rechazos: z.array(BuzonRechazo),
})
export type Buzon = z.infer<typeof Buzon>

export const readBuzon = endpoint('GET /v1/buzon', {
  costo: 'lectura',
  tag,
  summary: 'El buzón de correo del que se traen comprobantes, sin su contraseña, y lo que no entró',
  reply: Buzon,
})

export const saveBuzon = endpoint('PUT /v1/buzon/edit', {
  costo: 'escritura',
  tag,
  summary: 'Guarda de qué buzón IMAP se traen comprobantes',
  body: BuzonForm,
  reply: Buzon,
  msg: 'Buzón de recibidos guardado exitosamente',
})

export const probarBuzon = endpoint('POST /v1/buzon/probar', {
  costo: 'escritura',
  tag,
  summary: 'Ingresa al buzón y cuenta sus correos; no guarda ni lee ninguno',
  body: BuzonAjuste,
  reply: z.object({ correos: z.int() }),
})

export const deleteBuzon = endpoint('DELETE /v1/buzon/delete', {
  costo: 'escritura',
  tag,
  summary: 'Quita el buzón con su contraseña; los comprobantes que trajo quedan',
  reply: Nothing,
  msg: 'Buzón de recibidos quitado exitosamente',
})

export const leerBuzon = endpoint('POST /v1/buzon/leer', {
  costo: 'escritura',
  tag,
  summary: 'Lee el buzón en cuanto le llegue el turno',
  reply: BuzonEstado,
})

export const estadoBuzon = endpoint('GET /v1/buzon/estado', {
  costo: 'lectura',
  tag,
  summary: 'Cuándo se leyó el buzón, cuánto trajo y por qué no se pudo leer',
  reply: z.nullable(BuzonEstado),
  sinUso: true,
})
