import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { idParams, uuid } from './uuid.ts'
import { Nothing } from './envelope.contract.ts'

const tag = 'Sesión'
const identifier = z.string().check(z.trim(), z.minLength(1, 'Este campo es requerido.'), z.maxLength(320))
const credential = z.string().check(z.minLength(1, 'Este campo es requerido.'), z.maxLength(1024))

/** A route the user may reach, with its name in the menu. */
export const Menu = z.object({ to: z.string(), label: z.string() })
export type Menu = z.infer<typeof Menu>

/** The signed-in user, as stored in the browser under `auth` (R-3.1, O-06). */
export const Session = z.object({
  token: z.string(),
  expiration_date: z.string(),
  rol: z.object({ id: z.int(), name: z.string() }),
  businessName: z.string(),
  businessRuc: z.string(),
  /** Null for a SUPER_ADMIN in no company. */
  businessId: z.nullable(uuid),
  ambiente: z.nullable(z.enum(['SIMULADOR', 'PRUEBAS', 'PRODUCCION'])),
  /** Whether support works in the name of this user (O-14). */
  impersonate: z.boolean(),
  id: uuid,
  username: z.string(),
  name: z.string(),
  surname: z.string(),
  mail: z.string(),
  avatar: z.nullable(z.string()),
  collections: z.array(z.string()),
  menus: z.array(Menu),
})
export type Session = z.infer<typeof Session>

export const CompanyChoice = z.object({ id: uuid, name: z.string() })
export type CompanyChoice = z.infer<typeof CompanyChoice>

const Entered = z.object({ session: Session })
/** Companies to choose from, with the username for step 2 (O-02) and, after a second factor, its token. */
const Several = z.object({ username: z.string(), companies: z.array(CompanyChoice), pase: z.optional(z.string()) })

/** Answer to a correct password, without more data before the code (O-103). `activar`: this user must first set up the second factor. */
const Desafio = z.object({ segundo_factor: z.literal(true), desafio: z.string(), activar: z.optional(z.literal(true)) })
export type Desafio = z.infer<typeof Desafio>

/** Result of a sign-in: a session, or the companies to choose from. */
export const Ingreso = z.union([Entered, Several])
export type Ingreso = z.infer<typeof Ingreso>

export const BusinessReply = z.union([Entered, Several, Desafio])
export type BusinessReply = z.infer<typeof BusinessReply>
export const LoginReply = z.union([Entered, Desafio])
export type LoginReply = z.infer<typeof LoginReply>

export const BusinessForm = z.object({ email: identifier, pass: credential })
export const LoginForm = z.object({
  idEmpresa: uuid,
  username: identifier,
  password: credential,
  pase: z.optional(z.string().check(z.maxLength(200))),
})
export const RenewForm = z.object({ pass: credential })

export const authBusiness = endpoint('POST /api/auth/business', {
  costo: 'identidad',
  tag,
  summary: 'Inicio de sesión, primer paso: usuario, identificación o correo, y contraseña cifrada',
  body: BusinessForm,
  reply: BusinessReply,
})
export const authLogin = endpoint('POST /api/auth/login', {
  costo: 'identidad',
  tag,
  summary: 'Inicio de sesión, segundo paso: empresa elegida',
  body: LoginForm,
  reply: LoginReply,
})
export const authLogout = endpoint('POST /v1/auth/cerrar', { costo: 'escritura', tag, summary: 'Cierra la sesión', reply: Nothing })
export const authRenew = endpoint('POST /v1/auth/renovar', {
  costo: 'identidad',
  tag,
  summary: 'Renueva la sesión con la contraseña, en sus últimos diez minutos',
  body: RenewForm,
  reply: z.object({ expiration_date: z.string() }),
})
export const authResume = endpoint('POST /v1/auth/reanudar', {
  costo: 'identidad',
  tag,
  summary: 'Continúa con la contraseña una sesión que se detuvo por inactividad',
  body: RenewForm,
  reply: Nothing,
  msg: 'Su sesión continúa',
})
export const authSwitch = endpoint('POST /v1/auth/cambiar_empresa', {
  costo: 'escritura',
  tag,
  summary: 'Cambia a otra empresa del mismo usuario, con token nuevo',
  body: z.object({ idEmpresa: uuid }),
  reply: z.object({ session: Session }),
})
export const authCompanies = endpoint('GET /v1/auth/empresas', {
  costo: 'lectura',
  tag,
  summary: 'Empresas del usuario, para cambiar entre ellas',
  reply: z.array(CompanyChoice),
})
export const readEmpresaDeDocumento = endpoint('GET /v1/auth/empresa_de_documento/:id', {
  costo: 'lectura',
  tag,
  summary: 'La otra empresa del usuario a la que pertenece un documento, una cotización o un borrador suyo',
  params: idParams,
  reply: CompanyChoice,
})
export const authSession = endpoint('GET /v1/auth/sesion', {
  costo: 'lectura',
  tag,
  summary: 'La sesión vigente',
  reply: z.object({ session: z.omit(Session, { token: true }) }),
})
export const assignedMenus = endpoint('GET /api/user/assigned_menus', {
  costo: 'lectura',
  tag,
  summary: 'Menús asignados al usuario',
  reply: z.array(Menu),
})
