import type { Carga, ErrorCarga, EstadoCarga, Listing, TipoCarga } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'
import type { ProblemaFila } from './columna.ts'

const COLUMNS = ['id', 'tipo', 'archivo', 'estado', 'motivo', 'filas', 'errores', 'cambian', 'hechas', 'creada_en'] as const

export interface CargaNueva {
  id: string
  tipo: TipoCarga
  ambiente: Ambiente
  usuario_id: string
  ve_costo: boolean
  da_credito: boolean
  archivo: string
  contenido: Buffer
  creada_en: Date
}

export const insertCarga = (tx: Tx, empresaId: EmpresaId, carga: CargaNueva): Promise<unknown> =>
  tx
    .insertInto('carga')
    .values({ ...carga, empresa_id: empresaId })
    .execute()

export const readCarga = (
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
): Promise<(Carga & { ve_costo: boolean; da_credito: boolean }) | undefined> =>
  tx
    .selectFrom('carga')
    .select([...COLUMNS, 've_costo', 'da_credito'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Number of waiting and running uploads. The company adds no other upload before this transaction ends. */
export async function countPendientes(tx: Tx, empresaId: EmpresaId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`carga|${empresaId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from carga where empresa_id = ${empresaId} and estado in ('RECIBIDA', 'APLICANDO')`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Gives an upload without errors to the workers. Answers false when it cannot be applied. */
export async function beginAplicar(tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> {
  const updated = await tx
    .updateTable('carga')
    .set({ estado: 'APLICANDO', hechas: 0, tomada_hasta: null, intentos: 0 })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('estado', '=', 'REVISADA')
    .where('errores', '=', 0)
    .where('cambian', '>', 0)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function searchErrores(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  { page, size }: { page: number; size: number },
): Promise<Listing<ErrorCarga>> {
  const from = sql`
    from carga_fila f, jsonb_to_recordset(f.problemas) as p (celda text, columna text, message text)
   where f.empresa_id = ${empresaId} and f.carga_id = ${id} and f.problemas is not null`
  const { rows } = await sql<ErrorCarga>`
    select f.n as fila, p.celda, p.columna, p.message ${from} order by f.n, p.celda offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

export interface Reclamada {
  empresa_id: EmpresaId
  id: string
  estado: EstadoCarga
  intentos: number
}

/** Claims the upload that has waited longest, for this worker until `hasta`. */
export async function reclamar(db: Db, ahora: Date, hasta: Date): Promise<Reclamada | undefined> {
  const { rows } = await sql<Reclamada>`select * from reclamar_carga(${ahora}, ${hasta})`.execute(db)
  return rows[0]
}

/** Removes one lot of uploads made before `antes`; answers their number. */
export async function limpiar(db: Db, antes: Date): Promise<number> {
  const { rows } = await sql<{ fuera: number }>`select limpiar_cargas(${antes}) as fuera`.execute(db)
  return rows[0]?.fuera ?? 0
}

export const readContenido = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx
    .selectFrom('carga')
    .select(['tipo', 'ambiente', 've_costo', 'da_credito', 'contenido', 'usuario_id', 'archivo'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Progress of the present step, which also proves its worker alive. */
export const writeAvance = (tx: Tx, empresaId: EmpresaId, id: string, hechas: number, hasta: Date, filas?: number): Promise<unknown> =>
  tx
    .updateTable('carga')
    .set({ hechas, tomada_hasta: hasta, ...(filas !== undefined && { filas }) })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()

interface Fin {
  estado: EstadoCarga
  motivo?: string
  filas?: number
  errores?: number
  cambian?: number
  hechas?: number
}

/** Ends a step. Answers false when another worker has ended it. */
export async function writeFin(tx: Tx, empresaId: EmpresaId, id: string, from: EstadoCarga, fin: Fin): Promise<boolean> {
  const updated = await tx
    .updateTable('carga')
    .set({ ...fin, ...(fin.estado === 'REVISADA' || fin.estado === 'RECHAZADA' ? { contenido: null } : {}), tomada_hasta: null })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('estado', '=', from)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export const release = (tx: Tx, empresaId: EmpresaId, id: string, hasta: Date): Promise<unknown> =>
  tx.updateTable('carga').set({ tomada_hasta: hasta, intentos: 0 }).where('empresa_id', '=', empresaId).where('id', '=', id).execute()

export interface FilaGuardada {
  n: number
  datos: Record<string, unknown> | null
  problemas: ProblemaFila[] | null
}

export const deleteFilas = (tx: Tx, empresaId: EmpresaId, id: string): Promise<unknown> =>
  tx.deleteFrom('carga_fila').where('empresa_id', '=', empresaId).where('carga_id', '=', id).execute()

export async function insertFilasCarga(tx: Tx, empresaId: EmpresaId, id: string, filas: readonly FilaGuardada[]): Promise<void> {
  await sql`
    insert into carga_fila (empresa_id, carga_id, n, datos, problemas)
    select ${empresaId}::uuid, ${id}::uuid, f.n, nullif(f.datos, 'null'), nullif(f.problemas, 'null')
      from jsonb_to_recordset(${JSON.stringify(filas)}::jsonb) as f (n integer, datos jsonb, problemas jsonb)`.execute(tx)
}

/** Stores the problems of rows found during the application. */
export async function markProblemas(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  filas: readonly { n: number; problemas: ProblemaFila[] }[],
): Promise<void> {
  await sql`
    update carga_fila c set datos = null, problemas = f.problemas
      from jsonb_to_recordset(${JSON.stringify(filas)}::jsonb) as f (n integer, problemas jsonb)
     where c.empresa_id = ${empresaId}::uuid and c.carga_id = ${id}::uuid and c.n = f.n`.execute(tx)
}

export const readFilasFrom = async (tx: Tx, empresaId: EmpresaId, id: string, after: number, limit: number): Promise<FilaGuardada[]> =>
  tx
    .selectFrom('carga_fila')
    .select(['n', 'datos', 'problemas'])
    .where('empresa_id', '=', empresaId)
    .where('carga_id', '=', id)
    .where('n', '>', after)
    .orderBy('n')
    .limit(limit)
    .execute()
