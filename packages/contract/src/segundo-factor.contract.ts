import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { codigoQr } from './fields.ts'
import { encodedPassword } from './recuperacion.contract.ts'
import { Ingreso } from './sesion.contract.ts'

const tag = 'Verificación en dos pasos'

/** Validity in minutes of a challenge, and of the pass between code and company. */
export const DESAFIO_MINUTOS = 5
export const CODIGOS_RECUPERACION = 10

const desafio = z.string().check(z.minLength(1, 'Este campo es requerido.'), z.maxLength(200))
/** Six digits of the application, or a recovery code; spaces and hyphens are ignored. */
const codigo = z.string().check(z.trim(), z.minLength(1, 'Este campo es requerido.'), z.maxLength(60))

/** Secret for an application, shown once: as a picture, as an address, and as text to type. */
export const FactorPedido = z.object({
  secreto: z.string(),
  uri: z.string(),
  qr: codigoQr,
})
export type FactorPedido = z.infer<typeof FactorPedido>

/** Recovery codes, shown once; each replaces one code, once. */
const Codigos = z.object({ codigos: z.array(z.string()) })

export const EstadoFactor = z.object({
  activo: z.boolean(),
  desde: z.nullable(z.string()),
  /** Number of unused recovery codes. */
  codigos: z.int(),
  /** Whether this user must have one to sign in (O-103). */
  obligatorio: z.boolean(),
})
export type EstadoFactor = z.infer<typeof EstadoFactor>

export const PasswordYCodigo = z.object({ pass: encodedPassword, codigo })

export const authCodigo = endpoint('POST /v1/auth/segundo_factor', {
  costo: 'identidad',
  tag,
  summary: 'Completa el ingreso con el código de la aplicación o uno de recuperación',
  body: z.object({ desafio, codigo }),
  reply: Ingreso,
})
export const authActivar = endpoint('POST /v1/auth/segundo_factor/activar', {
  costo: 'identidad',
  tag,
  summary: 'Empieza a activarlo a quien no puede ingresar sin él',
  body: z.object({ desafio }),
  reply: FactorPedido,
})
export const authConfirmar = endpoint('POST /v1/auth/segundo_factor/confirmar', {
  costo: 'identidad',
  tag,
  summary: 'Lo activa con el primer código y completa el ingreso',
  body: z.object({ desafio, codigo }),
  reply: z.extend(Codigos, { ingreso: Ingreso }),
})

export const readFactor = endpoint('GET /v1/usuario/segundo_factor', {
  costo: 'lectura',
  tag,
  summary: 'Si quien inició sesión tiene la verificación en dos pasos',
  reply: EstadoFactor,
})
export const beginFactor = endpoint('POST /v1/usuario/segundo_factor/pedir', {
  costo: 'identidad',
  tag,
  summary: 'Un secreto nuevo, que se muestra una sola vez',
  body: z.object({ pass: encodedPassword }),
  reply: FactorPedido,
})
export const confirmFactor = endpoint('POST /v1/usuario/segundo_factor/confirmar', {
  costo: 'identidad',
  tag,
  summary: 'Activa la verificación con el primer código y termina las demás sesiones',
  body: z.object({ codigo }),
  reply: Codigos,
  msg: 'Verificación en dos pasos activada',
})
export const renewCodigos = endpoint('POST /v1/usuario/segundo_factor/codigos', {
  costo: 'identidad',
  tag,
  summary: 'Códigos de recuperación nuevos; los anteriores dejan de servir',
  body: PasswordYCodigo,
  reply: Codigos,
  msg: 'Códigos de recuperación reemplazados',
})
export const removeFactor = endpoint('POST /v1/usuario/segundo_factor/desactivar', {
  costo: 'identidad',
  tag,
  summary: 'Desactiva la verificación con contraseña y código',
  body: PasswordYCodigo,
  reply: Nothing,
  msg: 'Verificación en dos pasos desactivada',
})
