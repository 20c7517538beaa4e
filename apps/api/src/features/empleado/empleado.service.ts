import type { AssignMenuForm, Empleado, EmpleadoForm, MenusEmpleado } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ROL, type Rol } from '../../plugins/sesion/roles.ts'
import { forgetUsuario, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { arbolDe, collectionsOf, isAbove, permitidasOf, rolNombrado, unassignableOf } from '../permiso/permiso.door.ts'
import * as sql from './empleado.sql.ts'

type Quien = Pick<SesionAbierta, 'empresaId' | 'usuarioId' | 'rol' | 'superAdmin' | 'collections'>
type EmpleadoDeps = Pick<Deps, 'db' | 'clock'>

/** Neither the user himself nor a user of a higher role. */
const isEditable = ({ usuarioId, rol }: Quien, row: sql.EmpleadoRow): boolean => row.id !== usuarioId && !isAbove(row.rol, rol)

const toEmpleado = (quien: Quien, { menus, rol, ...row }: sql.EmpleadoRow): Empleado => ({
  ...row,
  rol: rolNombrado(rol),
  menus_propios: arbolDe(rol, menus).propios,
  editable: isEditable(quien, { menus, rol, ...row }),
})

export const all = async (tx: Tx, quien: Quien): Promise<Empleado[]> => (await sql.allEmpleados(tx)).map((row) => toEmpleado(quien, row))

/** @throws 404 */
async function read(tx: Tx, id: string): Promise<sql.EmpleadoRow> {
  const row = await sql.readEmpleado(tx, id.toLowerCase())
  if (!row) throw errors.notFound()
  return row
}

/** @throws 404, 422 for the user himself, 403 for a higher role */
async function readEditable(tx: Tx, quien: Quien, id: string): Promise<sql.EmpleadoRow> {
  const row = await read(tx, id)
  if (row.id === quien.usuarioId) throw errors.ownUser()
  if (!isEditable(quien, row)) throw errors.forbidden()
  return row
}

/** A company keeps a user who can admit others: of several removals at once, the last one fails. @throws 422 */
async function requireAdministrador(tx: Tx, without: string): Promise<void> {
  if ((await sql.countAdministradores(tx, without)) === 0) throw errors.lastAdmin()
}

/** Runs a change in the company and ends the member's sessions there: in this process at once, in others within a second. */
async function changing<T>(deps: EmpleadoDeps, { empresaId }: Quien, id: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await inEmpresa(deps.db, empresaId, async (tx) => {
    await sql.lockAdministradores(tx, empresaId)
    return work(tx)
  })
  forgetUsuario(deps, id.toLowerCase())
  return result
}

export const toggle = (deps: EmpleadoDeps, quien: Quien, id: string): Promise<{ activo: boolean }> =>
  changing(deps, quien, id, async (tx) => {
    const { empresaId, usuarioId } = quien
    const empleado = await readEditable(tx, quien, id)
    const activo = !(await sql.readActivo(tx, empresaId, empleado.id, 'forUpdate'))
    if (!activo && empleado.rol === ROL.ADMIN) await requireAdministrador(tx, empleado.id)
    await sql.updateEmpleado(tx, empresaId, empleado.id, { activo })
    const en = deps.clock.now()
    await sql.closeSesiones(tx, empleado.id, en)
    if (!activo) await sql.annulInvitacionesDe(tx, empresaId, empleado.id, en)
    await recordAuditoria(tx, {
      empresaId,
      usuarioId,
      en,
      accion: activo ? 'empleado.activar' : 'empleado.desactivar',
      objeto: empleado.id,
    })
    return { activo }
  })

export const remove = (deps: EmpleadoDeps, quien: Quien, id: string): Promise<void> =>
  changing(deps, quien, id, async (tx) => {
    const { empresaId, usuarioId } = quien
    const empleado = await readEditable(tx, quien, id)
    if (empleado.rol === ROL.ADMIN) await requireAdministrador(tx, empleado.id)
    const en = deps.clock.now()
    await sql.updateEmpleado(tx, empresaId, empleado.id, { activo: false, retirado_en: en })
    await sql.deletePuntos(tx, empresaId, empleado.id)
    await sql.closeSesiones(tx, empleado.id, en)
    await sql.annulInvitacionesDe(tx, empresaId, empleado.id, en)
    await recordAuditoria(tx, {
      empresaId,
      usuarioId,
      en,
      accion: 'empleado.eliminar',
      objeto: empleado.id,
      detalle: { username: empleado.username, rol: empleado.rol },
    })
  })

/** Rights that the user lacks, and so cannot give. */
const beyond = ({ superAdmin, collections: own }: Quien, collections: readonly string[]): string[] =>
  superAdmin ? [] : collections.filter((right) => !own.includes(right))

/** A user cannot give a role that begins with rights he lacks. @throws 422 */
export function requireGivable(quien: Quien, rol: Rol): void {
  const missing = beyond(quien, collectionsOf(rol))
  if (isAbove(rol, quien.rol) || missing.length > 0)
    throw errors.field('ROLE', 'rol', 'No puede dar un rol con más permisos que los suyos.')
}

/** Rights of a role, and none that the giver lacks. @throws 422 */
function checkCollections(quien: Quien, rol: Rol, before: readonly string[], { collections }: EmpleadoForm): void {
  const permitidas: readonly string[] = permitidasOf(rol)
  const strange = collections.filter((right) => !permitidas.includes(right))
  if (strange.length > 0) throw errors.field('RIGHT', 'collections', `El rol ${rolNombrado(rol).name} no admite: ${strange.join(', ')}.`)
  const missing = beyond(
    quien,
    collections.filter((right) => !before.includes(right)),
  )
  if (missing.length > 0) throw errors.field('RIGHT', 'collections', `No puede dar permisos que usted no tiene: ${missing.join(', ')}.`)
}

/** Another role begins with its own menus and ends the sessions; new rights hold at the next call. */
export const edit = (deps: EmpleadoDeps, quien: Quien, id: string, form: EmpleadoForm): Promise<Empleado> =>
  changing(deps, quien, id, async (tx) => {
    const { empresaId, usuarioId } = quien
    const empleado = await readEditable(tx, quien, id)
    const { rol, collections } = form
    if (isAbove(rol, quien.rol)) throw errors.forbidden()
    checkCollections(quien, rol, empleado.collections, form)
    const administers = rol === ROL.ADMIN && collections.includes('empleado:administrar')
    if (empleado.rol === ROL.ADMIN && !administers) await requireAdministrador(tx, empleado.id)
    const isOther = rol !== empleado.rol
    await sql.updateEmpleado(tx, empresaId, empleado.id, { rol, collections: [...collections], ...(isOther && { menus: null }) })
    const en = deps.clock.now()
    if (isOther) await sql.closeSesiones(tx, empleado.id, en)
    const quita = empleado.collections.filter((right) => !collections.some((kept) => kept === right))
    // A member with fewer rights from now on may have invited with more.
    if (isAbove(empleado.rol, rol) || quita.length > 0) await sql.annulInvitacionesDe(tx, empresaId, empleado.id, en)
    await recordAuditoria(tx, {
      empresaId,
      usuarioId,
      en,
      accion: 'empleado.editar',
      objeto: empleado.id,
      detalle: {
        rol: [empleado.rol, rol],
        da: collections.filter((right) => !empleado.collections.includes(right)),
        quita,
      },
    })
    return toEmpleado(quien, await read(tx, empleado.id))
  })

export async function menus(tx: Tx, id: string): Promise<MenusEmpleado> {
  const { rol, menus: asignados } = await read(tx, id)
  return arbolDe(rol, asignados)
}

/** The menus reach the member with the next load of the menu. */
export async function assign(deps: Pick<Deps, 'clock'>, tx: Tx, quien: Quien, { id, menus: asignados }: AssignMenuForm): Promise<void> {
  const { empresaId, usuarioId } = quien
  const empleado = await readEditable(tx, quien, id)
  const strange = unassignableOf(empleado.rol, asignados)
  if (strange.length > 0)
    throw errors.field('MENU', 'menus', `No se puede asignar a un ${rolNombrado(empleado.rol).name}: ${strange.join(', ')}.`)
  await sql.updateEmpleado(tx, empresaId, empleado.id, { menus: [...asignados] })
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en: deps.clock.now(),
    accion: 'empleado.asignar_menus',
    objeto: empleado.id,
    detalle: { menus: asignados },
  })
}

/** Waits for a removal of the user under way, and then refuses. Support need not be a member. @throws 403 */
export async function requirePresente(tx: Tx, { empresaId, usuarioId, superAdmin }: Omit<Quien, 'rol' | 'collections'>): Promise<void> {
  if (!superAdmin && !(await sql.readActivo(tx, empresaId, usuarioId, 'forShare'))) throw errors.forbidden()
}

/** Whether this mail is that of a member. */
export const isEmpleado = async (tx: Tx, mail: string): Promise<boolean> =>
  (await sql.allEmpleados(tx)).some((row) => row.mail.toLowerCase() === mail)

/** Whether an active user may admit others. */
export const hasAdministrador = async (tx: Tx): Promise<boolean> => (await sql.countAdministradores(tx, null)) > 0

/** Admits a user, with the initial rights of the role. */
export const join = (tx: Tx, empresaId: EmpresaId, usuarioId: string, rol: Rol): Promise<void> =>
  sql.insertEmpleado(tx, empresaId, usuarioId, rol, collectionsOf(rol))
