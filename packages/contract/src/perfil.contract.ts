import { isFecha } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint, ONLY_FILE } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { correo, digitosOpcional, telefonoOpcional, textoOpcional, username } from './fields.ts'
import { encodedPassword } from './recuperacion.contract.ts'
import { idParams } from './uuid.ts'

const tag = 'Perfil'

export const AVATAR_MAX_BYTES = 2_000_000
/** Side of an avatar: the page scales to it, and the server accepts no larger one. */
export const AVATAR_LADO = 256
export const AVATAR_MAX_LADO = 1024

export const Perfil = z.object({
  ci: z.nullable(z.string()),
  name: z.string(),
  surname: z.string(),
  /** The verified mail; empty without one. */
  mail: z.string(),
  /** The new mail, whose link was not opened yet. */
  mail_pendiente: z.nullable(z.object({ mail: z.string(), vence_en: z.string() })),
  username: z.string(),
  phone: z.nullable(z.string()),
  birthDate: z.nullable(z.string()),
  /** Changes with the picture; null without one. */
  avatar: z.nullable(z.string()),
})
export type Perfil = z.infer<typeof Perfil>

const nacimiento = z.optional(
  z.pipe(
    z.union([z.literal(''), z.null(), z.string().check(z.refine((text) => isFecha(text) && text >= '1900-01-01', 'Fecha no válida.'))]),
    z.transform((text) => text || undefined),
  ),
)

export const PerfilForm = z.object({
  ci: digitosOpcional(20),
  name: textoOpcional(100),
  surname: textoOpcional(100),
  /** A new mail is only a request: it counts after its link was opened. */
  mail: z.union([z.literal(''), correo]),
  username,
  phone: telefonoOpcional(20),
  birthDate: nacimiento,
  /** Required when the mail changes, because the mail gives access to the account. */
  pass: z.optional(encodedPassword),
})
export type PerfilForm = z.infer<typeof PerfilForm>
export type PerfilFormInput = z.input<typeof PerfilForm>

export const CambioPassword = z.object({ current_pass: encodedPassword, new_pass: encodedPassword })

export const PasswordRequirements = z.object({ min_length: z.int(), lowercase: z.boolean(), uppercase: z.boolean(), digit: z.boolean() })
export type PasswordRequirements = z.infer<typeof PasswordRequirements>

/** A sign-in: each of its tabs has a company of its own (O-118). */
export const SesionDeUsuario = z.object({
  id: z.string(),
  /** `Chrome en Windows`. */
  dispositivo: z.string(),
  red: z.nullable(z.string()),
  /** Companies open in the session; «Administración» without one. */
  empresas: z.array(z.string()),
  desde: z.string(),
  ultimo_uso: z.string(),
  actual: z.boolean(),
  /** Whether it was opened with both factors. */
  segundo_factor: z.boolean(),
})
export type SesionDeUsuario = z.infer<typeof SesionDeUsuario>

export const readPerfil = endpoint('GET /api/user/profile', {
  costo: 'lectura',
  tag,
  summary: 'Los datos de quien inició sesión',
  reply: Perfil,
})
export const editPerfil = endpoint('PUT /api/user/profile/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia los datos de quien inició sesión',
  body: PerfilForm,
  reply: Perfil,
  msg: 'Perfil editado exitosamente',
})
export const changePassword = endpoint('PUT /api/user/profile/change_password', {
  costo: 'identidad',
  tag,
  summary: 'Cambia la contraseña con la actual y termina las demás sesiones',
  body: CambioPassword,
  reply: Nothing,
  msg: 'Contraseña actualizada exitosamente',
})
export const passwordRequirements = endpoint('GET /api/user/password_requirements', {
  costo: 'lectura',
  tag,
  summary: 'Lo que se exige a una contraseña nueva',
  reply: PasswordRequirements,
})

export const readAvatar = endpoint('GET /v1/usuario/avatar', {
  costo: 'lectura',
  tag,
  summary: 'El avatar de quien inició sesión',
  file: 'image/*',
})
export const saveAvatar = endpoint('POST /v1/usuario/avatar', {
  costo: 'subida',
  tag,
  summary: 'Guarda el avatar: PNG o JPEG, sin metadatos',
  upload: ONLY_FILE,
  reply: Perfil,
  msg: 'Avatar guardado exitosamente',
})
export const deleteAvatar = endpoint('DELETE /v1/usuario/avatar', {
  costo: 'escritura',
  tag,
  summary: 'Quita el avatar',
  reply: Perfil,
  msg: 'Avatar eliminado exitosamente',
})

export const readSesiones = endpoint('GET /v1/usuario/sesiones', {
  costo: 'lectura',
  tag,
  summary: 'Las sesiones abiertas de quien inició sesión',
  reply: z.array(SesionDeUsuario),
})
export const closeSesiones = endpoint('POST /v1/usuario/sesiones/cerrar_otras', {
  costo: 'escritura',
  tag,
  summary: 'Cierra las demás sesiones de quien inició sesión',
  reply: z.object({ cerradas: z.int() }),
  msg: 'Se cerraron las demás sesiones',
})
export const closeSesion = endpoint('POST /v1/usuario/sesiones/cerrar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Cierra otra sesión de quien inició sesión, con todas sus empresas',
  params: idParams,
  reply: Nothing,
  msg: 'Se cerró la sesión',
})
