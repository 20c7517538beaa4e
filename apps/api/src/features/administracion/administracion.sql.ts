import type { Ambiente, EmpresaAdministrada, SaludInstalacion } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { throughPuerta } from '../../db/puerta.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { Rol } from '../../plugins/sesion/roles.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'

// Through named doors: they read across companies, and open only for the session of a SUPER_ADMIN.

export interface Pagina {
  page: number
  size: number
}
type Quien = Pick<Sesion, 'tokenHash'>
type Paginada<T> = { rows: T[]; total: number }

const paged = <T extends { total: number }>(rows: T[]): Paginada<Omit<T, 'total'>> => ({
  rows: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total ?? 0,
})

export type EmpresaRow = Omit<EmpresaAdministrada, 'excede'>

export async function pageEmpresas(
  db: Db,
  { tokenHash }: Quien,
  { q, estado, ahora, mes, page, size }: Pagina & { q: string; estado: string; ahora: Date; mes: Date },
): Promise<Paginada<EmpresaRow>> {
  const { rows } = await sql<
    EmpresaRow & { total: number }
  >`select * from administracion_empresas(${tokenHash}, ${ahora}, ${q}, ${estado}, ${mes}, ${page * size}, ${size})`.execute(db)
  return paged(rows)
}

export interface UsuarioRow {
  id: string
  username: string
  name: string
  surname: string
  mail: string
  ci: string | null
  activo: boolean
  super_admin: boolean
  sesiones: number
  segundo_factor: boolean
  empresas: { id: string; nombre: string; ruc: string; rol: Rol; activo: boolean }[]
}

export async function pageUsuarios(
  db: Db,
  { tokenHash }: Quien,
  { q, ahora, page, size }: Pagina & { q: string; ahora: Date },
): Promise<Paginada<UsuarioRow>> {
  const { rows } = await sql<
    UsuarioRow & { total: number }
  >`select * from administracion_usuarios(${tokenHash}, ${q}, ${page * size}, ${size}, ${ahora})`.execute(db)
  return paged(rows)
}

export interface UsuarioHallado {
  id: string
  username: string
  name: string
  mail: string
  activo: boolean
  super_admin: boolean
}

export async function findUsuario(db: Db, { tokenHash }: Quien, id: string, ahora: Date): Promise<UsuarioHallado | undefined> {
  const { rows } = await sql<UsuarioHallado>`select * from administracion_usuario(${tokenHash}, ${ahora}, ${id})`.execute(db)
  return rows[0]
}

export const setActivo = (db: Db, { tokenHash }: Quien, id: string, activo: boolean, ahora: Date) =>
  throughPuerta(sql`select usuario_activar(${tokenHash}, ${id}, ${activo}, ${ahora})`.execute(db))
export const closeSesiones = (db: Db, { tokenHash }: Quien, id: string, ahora: Date) =>
  throughPuerta(sql`select sesiones_de_usuario_cerrar(${tokenHash}, ${id}, ${ahora})`.execute(db))
export const closeSesionesDeEmpresa = (tx: Tx, { tokenHash }: Quien, ahora: Date) =>
  throughPuerta(sql`select sesiones_de_empresa_cerrar(${tokenHash}, ${ahora})`.execute(tx))

/** Locks a company until the transaction ends. An acceptance of an invitation reads the row for share, so it waits or came before. */
export async function lockEmpresa(tx: Tx, empresaId: EmpresaId) {
  return tx
    .selectFrom('empresa')
    .select(['id', 'ruc', 'razon_social', 'nombre_comercial', 'ambiente', 'suspendida_en'])
    .where('id', '=', empresaId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Suspends a company, or with null ends its suspension; false for an unknown company and for one in that state already. */
export async function setSuspendida(tx: Tx, empresaId: EmpresaId, suspension: { en: Date; motivo: string } | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('empresa')
    .set({ suspendida_en: suspension?.en ?? null, suspendida_motivo: suspension?.motivo ?? null })
    .where('id', '=', empresaId)
    .where('suspendida_en', suspension ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function readPlan(tx: Tx, empresaId: EmpresaId) {
  return tx
    .selectFrom('empresa')
    .select(['limite_documentos', 'limite_usuarios', 'limite_puntos'])
    .where('id', '=', empresaId)
    .executeTakeFirst()
}

export async function savePlan(
  tx: Tx,
  empresaId: EmpresaId,
  plan: { limite_documentos: number | null; limite_usuarios: number | null; limite_puntos: number | null },
): Promise<void> {
  await tx.updateTable('empresa').set(plan).where('id', '=', empresaId).execute()
}

/** Waiting letters of every kind, in all companies and about accounts. */
export async function countCorreosEnEspera(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select correos_en_espera() as total`.execute(db)
  return rows[0]?.total ?? 0
}

export interface SaludRow {
  cola: { ambiente: Ambiente; estado: string; documentos: number; desde: string | null }[]
  servicios: { ambiente: Ambiente; servicio: string; abierto: boolean | null; desfase_segundos: number | null; desfase_en: string | null }[]
  respuestas: { ambiente: Ambiente; resultado: string; veces: number; ultima: string | null }[]
  correo: { en_espera: number; desde: string | null; fallidos: number }
  base: { bytes: number; conexiones: number; maximo: number; version: string; hora: string }
  procesos: { quien: string; version: string; iniciado_en: string; visto_en: string }[]
  tareas: {
    RESPALDO?: { en: string; resultado: { filas: number; bytes: number } }
    INVARIANTES?: { en: string; resultado: { revisados: number; fallas: number } }
  }
}

/** Companies without a signature and documents in review, counted over all companies. */
export async function countAtascos(db: Db): Promise<Pick<SaludInstalacion, 'empresas_sin_firma' | 'documentos_en_revision'>> {
  const { rows } = await sql<
    Pick<SaludInstalacion, 'empresas_sin_firma' | 'documentos_en_revision'>
  >`select empresas_sin_firma() as empresas_sin_firma, documentos_en_revision() as documentos_en_revision`.execute(db)
  return rows[0] ?? { empresas_sin_firma: 0, documentos_en_revision: 0 }
}

export async function readSalud(db: Db, { tokenHash }: Quien, ahora: Date): Promise<SaludRow> {
  const { rows } = await sql<{ salud: SaludRow | null }>`select administracion_salud(${tokenHash}, ${ahora}) as salud`.execute(db)
  const salud = rows[0]?.salud
  if (!salud) throw errors.unauthorized()
  return salud
}
