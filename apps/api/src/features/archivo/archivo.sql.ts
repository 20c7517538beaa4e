import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Sellado } from '../../secretos/sobre.ts'

/** A part of a file: its key, and the name of its ciphertext in the storage. */
export interface Parte extends Omit<Sellado, 'cifrado'> {
  objeto: string
}

export interface ArchivoFila {
  id: string
  nombre: string
  tipo: string
  tamano: number
  partes: number
  completo: boolean
}

const COLUMNS = ['id', 'nombre', 'tipo', 'tamano', 'partes', 'completo'] as const

export const insertArchivo = (tx: Tx, empresaId: EmpresaId, fila: ArchivoFila, en: Date): Promise<unknown> =>
  tx
    .insertInto('archivo')
    .values({ ...fila, empresa_id: empresaId, creado_en: en })
    .execute()

export const findArchivo = (tx: Tx, empresaId: EmpresaId, id: string): Promise<ArchivoFila | undefined> =>
  tx.selectFrom('archivo').select(COLUMNS).where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst()

/** Stores a part of a file. A part received before stays; the worker removes the bytes of the new one. */
export async function insertParte(
  tx: Tx,
  empresaId: EmpresaId,
  archivoId: string,
  n: number,
  { kekId, dekEnvuelta, objeto }: Parte,
): Promise<void> {
  const kept = await tx
    .insertInto('archivo_parte')
    .values({ empresa_id: empresaId, archivo_id: archivoId, n, kek_id: kekId, dek_envuelta: dekEnvuelta, objeto })
    .onConflict((conflict) => conflict.doNothing())
    .returning('n')
    .executeTakeFirst()
  if (kept) await tx.deleteFrom('almacen_baja').where('objeto', '=', objeto).execute()
}

export async function readParte(tx: Tx, empresaId: EmpresaId, archivoId: string, n: number): Promise<Parte | undefined> {
  const fila = await tx
    .selectFrom('archivo_parte')
    .select(['kek_id', 'dek_envuelta', 'objeto'])
    .where('empresa_id', '=', empresaId)
    .where('archivo_id', '=', archivoId)
    .where('n', '=', n)
    .executeTakeFirst()
  return fila && { kekId: fila.kek_id, dekEnvuelta: fila.dek_envuelta, objeto: fila.objeto }
}

/** Number of received parts from the first one to the first gap. */
export async function countSeguidas(tx: Tx, empresaId: EmpresaId, archivoId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select n, row_number() over (order by n) - 1 as puesto from archivo_parte where empresa_id = ${empresaId} and archivo_id = ${archivoId}) p
     where p.n = p.puesto`.execute(tx)
  return rows[0]?.n ?? 0
}

export const setTipo = (tx: Tx, empresaId: EmpresaId, id: string, tipo: string): Promise<unknown> =>
  tx.updateTable('archivo').set({ tipo }).where('empresa_id', '=', empresaId).where('id', '=', id).execute()

export const markCompleto = (tx: Tx, empresaId: EmpresaId, id: string): Promise<unknown> =>
  tx.updateTable('archivo').set({ completo: true }).where('empresa_id', '=', empresaId).where('id', '=', id).execute()

/** Removes files with their parts and with the rows that name them. */
export async function removeArchivos(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('archivo').where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
}

/** Removes one lot of files begun before `antes` and never completed; answers their number. */
export async function limpiarArchivos(db: Db, antes: Date): Promise<number> {
  const { rows } = await sql<{ fuera: number }>`select limpiar_archivos(${antes}) as fuera`.execute(db)
  return rows[0]?.fuera ?? 0
}
