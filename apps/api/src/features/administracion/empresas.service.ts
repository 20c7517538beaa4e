import { randomUUID } from 'node:crypto'
import type {
  EmpresaAdministrada,
  EmpresaBusqueda,
  EmpresaNuevaForm,
  Exceso,
  InvitarAdministradorForm,
  Listing,
  PlanForm,
} from '@yupana/contract'
import { checkIdentificacion, fechaIn, firstOfMonth, startOf, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { empresaIdOf, type EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { listingPage } from '../../http/listing.ts'
import { LIMITES, requirePlaces } from '../../plugins/limites/limites.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import type { Sesion, SesionAbierta } from '../../plugins/sesion/session.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import * as empleado from '../empleado/empleado.door.ts'
import { ambienteInicial, insertEmpresa } from '../empresa/empresa.door.ts'
import * as invitacion from '../invitacion/invitacion.door.ts'
import { findUsuarioDeIngreso } from '../sesion/sesion.door.ts'
import * as sql from './administracion.sql.ts'

const excedeOf = (row: sql.EmpresaRow): Exceso[] =>
  (['documentos', 'usuarios', 'puntos'] as const).filter((what) => {
    const limite = row[`limite_${what}`]
    return limite !== null && row[what] > limite
  })

export async function search(
  { db, clock }: Deps,
  session: Sesion,
  { q = '', estado, page, size }: EmpresaBusqueda,
): Promise<Listing<EmpresaAdministrada>> {
  const ahora = clock.now()
  const mes = startOf(firstOfMonth(fechaIn(ahora)))
  const { rows, total } = await sql.pageEmpresas(db, session, { q, estado: estado ?? '', ahora, mes, page, size })
  return listingPage(
    rows.map((row) => ({ ...row, excede: excedeOf(row) })),
    total,
    { page, size },
  )
}

/** By user name or verified mail: an identification is unverified (O-114). */
async function findAdministrador(db: Deps['db'], quien: string) {
  const found = await findUsuarioDeIngreso(db, quien)
  const isNamed = found !== undefined && (quien.includes('@') || found.username.toLowerCase() === quien.toLowerCase())
  return isNamed && found.activo ? found : undefined
}

/** The mail for the invitation: of an existing user the verified one. @throws 422 */
async function correoDeAdministrador(
  deps: Deps,
  session: Sesion,
  { admin_correo: correo, admin_usuario: quien }: EmpresaNuevaForm,
): Promise<string> {
  if (quien === undefined) return correo!
  const existing = await findAdministrador(deps.db, quien)
  if (!existing) throw errors.field('USUARIO', 'admin_usuario', 'No hay un usuario activo con ese nombre o correo verificado.')
  const mail = (await sql.findUsuario(deps.db, session, existing.id, deps.clock.now()))?.mail ?? ''
  if (mail === '')
    throw errors.field('USUARIO', 'admin_usuario', 'Ese usuario no tiene un correo verificado: pídale que verifique uno en su perfil.')
  return mail
}

/**
 * A company with a first establishment and point, and an invitation to its administrator: membership begins with the acceptance.
 * @throws 422
 */
export async function create(
  deps: Deps,
  session: Sesion,
  form: EmpresaNuevaForm,
): Promise<{ id: string; enlace: string | null; invitado: string }> {
  const { problem } = checkIdentificacion(TIPO_IDENTIFICACION.RUC, form.ruc)
  if (problem) throw errors.field('RUC', 'ruc', problem)
  const mail = await correoDeAdministrador(deps, session, form)
  const id = empresaIdOf(randomUUID())
  const en = deps.clock.now()
  const ambiente = ambienteInicial(deps.config)
  return inEmpresa(deps.db, id, async (tx) => {
    const founded = await insertEmpresa({ ...deps, db: tx }, id, {
      ruc: form.ruc,
      ambiente,
      razonSocial: form.razon_social,
      dirMatriz: form.dir_matriz,
      ...(form.nombre_comercial && { nombreComercial: form.nombre_comercial }),
      establecimientos: [{ codigo: '001', nombre: 'Matriz', direccion: form.dir_matriz, puntos: [{ codigo: '001' }] }],
    })
    if (!founded) throw errors.field('RUC_USED', 'ruc', `Ya existe una empresa con el RUC ${form.ruc}.`)
    await recordAuditoria(tx, {
      empresaId: id,
      usuarioId: session.usuarioId,
      en,
      accion: 'empresa.crear',
      detalle: { ruc: form.ruc, razon_social: form.razon_social },
    })
    const here: SesionAbierta = {
      ...session,
      empresaId: id,
      ruc: form.ruc,
      razonSocial: form.razon_social,
      nombreComercial: form.nombre_comercial ?? null,
      ambiente,
    }
    const { enlace } = await invitacion.send(deps, tx, here, `empresa-${id}`, { mail, rol: ROL.ADMIN })
    return { id, enlace, invitado: mail }
  })
}

/**
 * A new invitation for a company without an administrator: the first one lapsed, went to a wrong mail, or its ADMIN is gone. The former
 * link ends. @throws 404, 422 when it has an administrator, 429
 */
export const inviteAdministrador = (
  deps: Deps,
  session: Sesion,
  id: EmpresaId,
  idempotencyKey: string,
  { mail }: InvitarAdministradorForm,
): Promise<{ enlace: string | null; invitado: string }> =>
  inEmpresa(deps.db, id, async (tx) => {
    // Another invitation at the same time, an acceptance or a suspension wait here.
    const empresa = await sql.lockEmpresa(tx, id)
    if (!empresa) throw errors.notFound()
    if (empresa.suspendida_en !== null) throw errors.companySuspended()
    if (await empleado.hasAdministrador(tx)) throw errors.companyAdministered()
    await requirePlaces(deps, tx, LIMITES.invitacion, empresa.id, 1)
    const here: SesionAbierta = {
      ...session,
      empresaId: empresa.id,
      ruc: empresa.ruc,
      razonSocial: empresa.razon_social,
      nombreComercial: empresa.nombre_comercial,
      ambiente: empresa.ambiente,
    }
    const { enlace, mail: invitado } = await invitacion.send(deps, tx, here, idempotencyKey, { mail, rol: ROL.ADMIN }, { isOnly: true })
    return { enlace, invitado }
  })

/**
 * Stops users, never documents: no user signs in to the company and its sessions end, while the worker continues with every accepted
 * document. @throws 404 when it is suspended already
 */
export const suspend = ({ db, clock }: Deps, session: Sesion, id: EmpresaId, motivo: string): Promise<void> =>
  inEmpresa(db, id, async (tx) => {
    const en = clock.now()
    if (!(await sql.setSuspendida(tx, id, { en, motivo }))) throw errors.notFound()
    await sql.closeSesionesDeEmpresa(tx, session, en)
    await recordAuditoria(tx, { empresaId: id, usuarioId: session.usuarioId, en, accion: 'empresa.suspender', detalle: { motivo } })
  })

export const reactivate = ({ db, clock }: Deps, { usuarioId }: Sesion, id: EmpresaId, motivo: string): Promise<void> =>
  inEmpresa(db, id, async (tx) => {
    if (!(await sql.setSuspendida(tx, id, null))) throw errors.notFound()
    await recordAuditoria(tx, { empresaId: id, usuarioId, en: clock.now(), accion: 'empresa.reactivar', detalle: { motivo } })
  })

export const editPlan = ({ db, clock }: Deps, { usuarioId }: Sesion, id: EmpresaId, plan: Omit<PlanForm, 'id'>): Promise<void> =>
  inEmpresa(db, id, async (tx) => {
    const before = await sql.readPlan(tx, id)
    if (!before) throw errors.notFound()
    await sql.savePlan(tx, id, plan)
    await recordAuditoria(tx, { empresaId: id, usuarioId, en: clock.now(), accion: 'empresa.plan', detalle: changesOf(before, plan) })
  })
