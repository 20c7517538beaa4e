import type { Collection } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { ROL, type Rol } from '../../plugins/sesion/roles.ts'

export interface EmpleadoRow {
  id: string
  username: string
  name: string
  surname: string
  mail: string
  rol: Rol
  /** Whether membership and user are both active. */
  activo: boolean
  collections: string[]
  menus: string[] | null
  ultimo_ingreso: string | null
}

/** The members of the company of this transaction, without those who left. */
export async function allEmpleados(tx: Tx): Promise<EmpleadoRow[]> {
  const { rows } = await sql<EmpleadoRow>`select * from empleados_de_empresa()`.execute(tx)
  return rows
}

export async function readEmpleado(tx: Tx, id: string): Promise<EmpleadoRow | undefined> {
  const { rows } = await sql<EmpleadoRow>`select * from empleados_de_empresa() where id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Changes that take rights from an administrator wait here for each other: always in the same order, so that they never deadlock, and the
 * count afterwards holds until the end of the transaction.
 */
export async function lockAdministradores(tx: Tx, empresaId: EmpresaId): Promise<void> {
  await tx
    .selectFrom('usuario_empresa')
    .select('usuario_id')
    .where('empresa_id', '=', empresaId)
    .where('rol', '=', ROL.ADMIN)
    .orderBy('usuario_id')
    .forUpdate()
    .execute()
}

/** Number of active ADMINs who may administer members, without this one. */
export async function countAdministradores(tx: Tx, except: string | null): Promise<number> {
  const right: Collection = 'empleado:administrar'
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from empleados_de_empresa() where rol = ${ROL.ADMIN} and activo and ${right} = any(collections) and id is distinct from ${except}::uuid`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

interface Cambio {
  rol?: Rol
  activo?: boolean
  collections?: string[]
  menus?: string[] | null
  retirado_en?: Date | null
}

/** Changes a membership; false for a user who is no member, or left. */
export async function updateEmpleado(tx: Tx, empresaId: EmpresaId, id: string, cambio: Cambio): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('usuario_empresa')
    .set(cambio)
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', id)
    .where('retirado_en', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Whether the membership itself is active, locked until the end of the transaction; the user may still be disabled. Undefined for a user
 * who never was a member.
 */
export async function readActivo(tx: Tx, empresaId: EmpresaId, id: string, lock: 'forUpdate' | 'forShare'): Promise<boolean | undefined> {
  const membership = tx.selectFrom('usuario_empresa').select('activo').where('empresa_id', '=', empresaId).where('usuario_id', '=', id)
  return (await membership[lock]().executeTakeFirst())?.activo
}

export async function deletePuntos(tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
  await tx.deleteFrom('usuario_punto').where('empresa_id', '=', empresaId).where('usuario_id', '=', id).execute()
}

/** Ends the sessions of a user in the company. */
export const closeSesiones = (tx: Tx, id: string, ahora: Date) => sql`select sesiones_de_empleado_cerrar(${id}, ${ahora})`.execute(tx)

/** Annuls the open invitations of this user: a removed member admits no one, least of all himself by another mail. */
export async function annulInvitacionesDe(tx: Tx, empresaId: EmpresaId, id: string, ahora: Date): Promise<void> {
  await tx
    .updateTable('invitacion')
    .set({ anulada_en: ahora })
    .where('empresa_id', '=', empresaId)
    .where('invitada_por', '=', id)
    .where('aceptada_en', 'is', null)
    .where('anulada_en', 'is', null)
    .execute()
}

/** Adds a member with the initial rights of the role; a former member comes back, a present one stays unchanged. */
export async function insertEmpleado(tx: Tx, empresaId: EmpresaId, id: string, rol: Rol, collections: string[]): Promise<void> {
  const fresh = { rol, collections, activo: true, menus: null, retirado_en: null }
  await tx
    .insertInto('usuario_empresa')
    .values({ empresa_id: empresaId, usuario_id: id, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'usuario_id']).doUpdateSet(fresh).where('usuario_empresa.retirado_en', 'is not', null),
    )
    .execute()
}
