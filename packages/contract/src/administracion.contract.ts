import * as z from 'zod/mini'

import { Ambiente } from './comprobante.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { buscado, correo, idParams, texto, textoOpcional, uuid } from './fields.ts'
import { Motivo } from './impersonacion.contract.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { CuentaCorreo } from './salud-correo.contract.ts'

const tag = 'Administración'

/** Part of its plan that a company exceeded: it is told, and settled afterwards. */
export const Exceso = z.enum(['documentos', 'usuarios', 'puntos'])
export type Exceso = z.infer<typeof Exceso>

const limite = z.nullable(
  z.int().check(z.positive('Tiene que ser como mínimo 1.'), z.maximum(10_000_000, 'Tiene que ser como máximo 10000000.')),
)
const limites = { limite_documentos: limite, limite_usuarios: limite, limite_puntos: limite }

export const EmpresaAdministrada = z.object({
  id: uuid,
  ruc: z.string(),
  razon_social: z.string(),
  nombre_comercial: z.nullable(z.string()),
  ambiente: Ambiente,
  creada_en: z.string(),
  suspendida_en: z.nullable(z.string()),
  suspendida_motivo: z.nullable(z.string()),
  ...limites,
  /** Documents of this month in the company's environment. */
  documentos: z.int(),
  usuarios: z.int(),
  puntos: z.int(),
  excede: z.array(Exceso),
  /** Whether the company has an active ADMIN; without one, SUPER_ADMIN may invite. */
  administrada: z.boolean(),
  /** Address of the last invitation of an ADMIN, while the company has none. */
  admin_invitado: z.nullable(z.string()),
})
export type EmpresaAdministrada = z.infer<typeof EmpresaAdministrada>

export const ESTADOS_EMPRESA = ['ACTIVA', 'SUSPENDIDA'] as const
const EmpresaBusqueda = z.object({ ...listingQuery, q: z.optional(buscado), estado: z.optional(z.enum(ESTADOS_EMPRESA)) })
export type EmpresaBusqueda = z.infer<typeof EmpresaBusqueda>

/** A new company and its first ADMIN, invited by mail; a user who exists is invited by the verified mail. */
export const EmpresaNuevaForm = z
  .object({
    ruc: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Este campo es requerido.'),
        z.regex(/^\d{10}001$/, 'El RUC de un emisor tiene 13 dígitos y termina en 001.'),
      ),
    razon_social: texto(300),
    nombre_comercial: textoOpcional(300),
    dir_matriz: texto(300),
    admin_correo: z.optional(
      z.union([
        z.pipe(
          z.literal(''),
          z.transform(() => undefined),
        ),
        correo,
      ]),
    ),
    admin_usuario: textoOpcional(320),
  })
  .check(
    z.refine(({ admin_correo, admin_usuario }) => (admin_correo === undefined) !== (admin_usuario === undefined), {
      path: ['admin_correo'],
      message: 'Indique el correo a invitar o un usuario que ya existe, uno de los dos.',
    }),
  )
export type EmpresaNuevaForm = z.infer<typeof EmpresaNuevaForm>

export const InvitarAdministradorForm = z.object({ mail: correo })
export type InvitarAdministradorForm = z.infer<typeof InvitarAdministradorForm>

export const PlanForm = z.object({ id: uuid, ...limites })
export type PlanForm = z.infer<typeof PlanForm>
const ConMotivo = z.object({ id: uuid, motivo: Motivo })

export const UsuarioAdministrado = z.object({
  id: uuid,
  username: z.string(),
  name: z.string(),
  surname: z.string(),
  mail: z.string(),
  ci: z.nullable(z.string()),
  activo: z.boolean(),
  super_admin: z.boolean(),
  /** Open sessions of the user. */
  sesiones: z.int(),
  segundo_factor: z.boolean(),
  empresas: z.array(
    z.object({ id: uuid, nombre: z.string(), ruc: z.string(), rol: z.object({ id: z.int(), name: z.string() }), activo: z.boolean() }),
  ),
})
export type UsuarioAdministrado = z.infer<typeof UsuarioAdministrado>

const instante = z.nullable(z.string())
export const SaludInstalacion = z.object({
  version: z.string(),
  hora: z.string(),
  /** Seconds that this server's machine is ahead of the database's. */
  desfase_segundos: z.number(),
  cola: z.array(z.object({ ambiente: Ambiente, estado: z.string(), documentos: z.int(), desde: instante })),
  servicios: z.array(
    z.object({
      ambiente: Ambiente,
      servicio: z.string(),
      abierto: z.nullable(z.boolean()),
      desfase_segundos: z.nullable(z.int()),
      desfase_en: instante,
    }),
  ),
  /** Companies with documents that wait for a usable signature. */
  empresas_sin_firma: z.int(),
  /** Documents of all companies that wait for a person. */
  documentos_en_revision: z.int(),
  /** Answers of the last 24 hours. */
  respuestas: z.array(z.object({ ambiente: Ambiente, resultado: z.string(), veces: z.int(), ultima: instante })),
  correo: z.object({ cuenta: CuentaCorreo, en_espera: z.int(), desde: instante, fallidos: z.int() }),
  base: z.object({ bytes: z.int(), conexiones: z.int(), maximo: z.int(), version: z.string() }),
  procesos: z.array(z.object({ quien: z.string(), version: z.string(), iniciado_en: z.string(), visto_en: z.string(), vivo: z.boolean() })),
  respaldo: z.nullable(z.object({ en: z.string(), filas: z.int(), bytes: z.int() })),
  invariantes: z.nullable(z.object({ en: z.string(), revisados: z.int(), fallas: z.int() })),
})
export type SaludInstalacion = z.infer<typeof SaludInstalacion>

const at = '/v1/administracion'
export const searchEmpresa = endpoint(`GET ${at}/empresa/search`, {
  costo: 'busqueda',
  tag,
  summary: 'Empresas de la instalación',
  query: EmpresaBusqueda,
  reply: listingOf(EmpresaAdministrada),
})
export const createEmpresa = endpoint(`POST ${at}/empresa/create`, {
  costo: 'escritura',
  tag,
  summary: 'Crea una empresa con su primer administrador',
  body: EmpresaNuevaForm,
  reply: z.object({ id: uuid, enlace: z.nullable(z.string()), invitado: z.string() }),
  msg: 'Empresa registrada exitosamente',
})
export const inviteAdministrador = endpoint(`POST ${at}/empresa/invitar_administrador/:id`, {
  costo: 'escritura',
  tag,
  summary: 'Invita a un administrador a una empresa que no tiene ninguno; el enlace anterior deja de valer. Requiere Idempotency-Key',
  params: idParams,
  body: InvitarAdministradorForm,
  reply: z.object({ enlace: z.nullable(z.string()), invitado: z.string() }),
  msg: 'Invitación enviada exitosamente',
})
export const suspendEmpresa = endpoint(`POST ${at}/empresa/suspender`, {
  costo: 'escritura',
  tag,
  summary: 'Suspende una empresa: nadie ingresa; lo ya aceptado se sigue enviando',
  body: ConMotivo,
  reply: Nothing,
  msg: 'Empresa suspendida exitosamente',
})
export const reactivateEmpresa = endpoint(`POST ${at}/empresa/reactivar`, {
  costo: 'escritura',
  tag,
  summary: 'Reactiva una empresa suspendida',
  body: ConMotivo,
  reply: Nothing,
  msg: 'Empresa reactivada exitosamente',
})
export const editPlan = endpoint(`PUT ${at}/empresa/plan`, {
  costo: 'escritura',
  tag,
  summary: 'Límites del plan: avisan, nunca detienen una emisión',
  body: PlanForm,
  reply: Nothing,
  msg: 'Plan editado exitosamente',
})

export const searchUsuario = endpoint(`GET ${at}/usuario/search`, {
  costo: 'busqueda',
  tag,
  summary: 'Usuarios de la instalación',
  query: z.object({ ...listingQuery, q: z.optional(buscado) }),
  reply: listingOf(UsuarioAdministrado),
})
const deUsuario = z.object({ id: uuid })
export const disableUsuario = endpoint(`POST ${at}/usuario/desactivar`, {
  costo: 'escritura',
  tag,
  summary: 'Desactiva un usuario y termina sus sesiones',
  body: ConMotivo,
  reply: Nothing,
  msg: 'Usuario desactivado exitosamente',
})
export const enableUsuario = endpoint(`POST ${at}/usuario/activar`, {
  costo: 'escritura',
  tag,
  summary: 'Activa un usuario',
  body: ConMotivo,
  reply: Nothing,
  msg: 'Usuario activado exitosamente',
})
export const endSesiones = endpoint(`POST ${at}/usuario/cerrar_sesiones`, {
  costo: 'escritura',
  tag,
  summary: 'Termina las sesiones de un usuario',
  body: deUsuario,
  reply: Nothing,
  msg: 'Sesiones cerradas exitosamente',
})
export const sendRestablecer = endpoint(`POST ${at}/usuario/restablecer`, {
  costo: 'escritura',
  tag,
  summary: 'Envía el enlace para restablecer la contraseña',
  body: deUsuario,
  reply: Nothing,
  msg: 'Se envió el enlace de restauración al correo del usuario.',
})
export const dropFactor = endpoint(`POST ${at}/usuario/quitar_segundo_factor`, {
  costo: 'escritura',
  tag,
  summary: 'Quita la verificación en dos pasos a quien lo perdió todo, y termina sus sesiones',
  body: ConMotivo,
  reply: Nothing,
  msg: 'Verificación en dos pasos quitada',
})

export const readSaludInstalacion = endpoint(`GET ${at}/salud`, {
  costo: 'calculo',
  tag,
  summary: 'Salud de la instalación',
  reply: SaludInstalacion,
})
