import { randomUUID } from 'node:crypto'
import { username as Username, type AceptarForm, type Session } from '@yupana/contract'
import type { FastifyRequest } from 'fastify'

import { whileServing } from '../../db/puerta.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { LIMITES, requireWithin } from '../../plugins/limites/limites.ts'
import { forgetUsuario, type Sesion } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as empleado from '../empleado/empleado.door.ts'
import * as factor from '../segundo-factor/segundo-factor.door.ts'
import { checkCredenciales, open, requireCodigo, requireNewPassword, type CredencialDeps, type Entrada } from '../sesion/sesion.door.ts'
import { findVigente, hashOf } from './invitacion.service.ts'
import * as sql from './invitacion.sql.ts'

export type AceptarDeps = Deps & CredencialDeps

interface Aceptada {
  empresa: { id: string; name: string }
  username: string
}

interface Llamada {
  invitacion: sql.InvitacionVigente
  token: string
  red: string
}

const asReserved = (error: unknown): never => {
  throw error instanceof Error && 'constraint' in error && error.constraint === 'nombre_reservado' ? errors.mailReserved() : error
}

/** Admits the user, in the transaction that uses the link up: of any number of calls exactly one does. @throws 422 */
const admit = (
  deps: AceptarDeps,
  { invitacion: { empresa_id: empresaId, mail }, token, red }: Llamada,
  quien: { id: string } | sql.PersonaNueva,
): Promise<sql.Admitido> =>
  inEmpresa(deps.db, empresaId, async (tx) => {
    const en = deps.clock.now()
    if (await sql.isSuspendida(tx, empresaId)) throw errors.invitationSuspended()
    const admitido = await sql.claimInvitacion(tx, hashOf(token), en, quien).catch(asReserved)
    if (!admitido) throw errors.invitationInvalid()
    const { usuario_id: usuarioId, rol } = admitido
    await empleado.join(tx, empresaId, usuarioId, rol)
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'invitacion.aceptar', objeto: usuarioId, detalle: { mail, rol, red } })
    return admitido
  })

/** With the session of the user whose mail got the link; an unverified mail is not enough. @throws 422 */
export async function acceptHere(deps: AceptarDeps, session: Sesion, token: string, red: string): Promise<Aceptada> {
  const invitacion = await findVigente(deps, token, red)
  const { empresa_id: id, empresa: name, mail } = invitacion
  const admitido = await admit(deps, { invitacion, token, red }, { id: session.usuarioId }).catch(async (error: unknown) => {
    // Refused although the link is valid: it belongs to another user.
    const isServing =
      error instanceof AppError &&
      error.code === 'INVITATION' &&
      (await sql.findVigente(deps.db, hashOf(token), deps.clock.now())) !== undefined
    throw isServing ? errors.invitationNotYours(mail) : error
  })
  forgetUsuario(deps, session.usuarioId)
  return { empresa: { id, name }, username: admitido.username }
}

/** The part before the at sign, as a user name; never digits alone, which may be another person's cédula. */
function usernameOf(mail: string): string {
  const plain = mail
    .split('@')[0]!
    .normalize('NFD')
    .replace(/[^a-z0-9._-]/g, '')
    .slice(0, 40)
  const named = /[a-z]/.test(plain) ? plain : `usuario${plain}`
  return Username.safeParse(named).success ? named : named.replaceAll('.', '-')
}

async function personaNueva(
  { passwordHasher, codecKeys }: AceptarDeps,
  { mail, empresa }: Pick<sql.InvitacionVigente, 'mail' | 'empresa'>,
  { name, surname, pass }: AceptarForm,
): Promise<sql.PersonaNueva> {
  if (name === undefined) throw errors.field('NAME', 'name', 'Este campo es requerido.')
  const password = requireNewPassword(pass ?? '', codecKeys, 'pass', [mail, empresa, name, surname ?? ''])
  return { id: randomUUID(), base: usernameOf(mail), name, surname: surname ?? '', hash: await passwordHasher.hash(password) }
}

interface Admision {
  admitido: sql.Admitido
  via?: Entrada['via']
}

/** The user proves his identity: with the password and, if set, the second factor (O-114). @throws 422, 429 */
async function admitKnown(
  deps: AceptarDeps,
  llamada: Llamada,
  { pass = '', codigo }: AceptarForm,
  request: FastifyRequest,
): Promise<Admision> {
  const { mail } = llamada.invitacion
  if (pass === '') throw errors.field('PASSWORD_NEEDED', 'pass', 'Ingrese la contraseña de su cuenta.')
  const usuario = await checkCredenciales(deps, { quien: mail, encodedPassword: pass, red: request.ip })
  if (!usuario) throw errors.wrongPassword()
  const { id, super_admin: superAdmin } = usuario
  const prueba = hashOf(llamada.token)
  if (!(await whileServing(factor.hasFactor(deps, { prueba }), errors.invitationInvalid))) {
    if (factor.isFactorRequired(deps, superAdmin)) throw errors.invitationNeedsSignIn()
    return { admitido: await admit(deps, llamada, usuario) }
  }
  if (!codigo) throw errors.field('CODIGO_NEEDED', 'codigo', 'Ingrese el código de su aplicación o uno de recuperación.')
  await requireWithin(deps, LIMITES.segundoFactor, { usuarioId: id, empresaId: null }, request)
  const titular = { ...usuario, name: usuario.username, mail, prueba }
  const via = await whileServing(
    requireCodigo(deps, id, request.ip, (tx) => factor.spend(deps, tx, titular, codigo)),
    errors.invitationInvalid,
  )
  return { admitido: await admit(deps, llamada, usuario), via }
}

/** Admits the invited person, with the account of that mail or a new one, and signs in at once. @throws 422, 429 */
export async function accept(deps: AceptarDeps, form: AceptarForm, request: FastifyRequest): Promise<Aceptada & { session: Session }> {
  const invitacion = await findVigente(deps, form.token, request.ip)
  const { empresa_id: id, empresa: name, existe } = invitacion
  const llamada = { invitacion, token: form.token, red: request.ip }
  const { admitido, via }: Admision = existe
    ? await admitKnown(deps, llamada, form, request)
    : { admitido: await admit(deps, llamada, await personaNueva(deps, invitacion, form)) }
  const session = await open(deps, {
    usuarioId: admitido.usuario_id,
    empresaId: id,
    origen: { red: request.ip, agente: request.headers['user-agent'] ?? '' },
    via,
  })
  if (!session) throw errors.badCredentials()
  return { empresa: { id, name }, username: admitido.username, session }
}
