import type { SituacionTributaria } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { throughPuerta } from '../../db/puerta.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

type Leida = Omit<SituacionTributaria, 'hoy'>

/** The data for the calendar of the company; undefined for a deleted company. */
export async function readSituacion(tx: Tx, empresaId: EmpresaId, hoy: string): Promise<Leida | undefined> {
  const { rows } = await sql<{
    situacion: Leida | null
  }>`select situacion_tributaria(${empresaId}::uuid, ${hoy}::date) as situacion`.execute(tx)
  return rows[0]?.situacion ?? undefined
}

export interface EmpresaLeida {
  id: string
  nombre: string
  ruc: string
  ambiente: Ambiente
  situacion: Leida
  rechazados: number
  retenidos: number
  en_espera: number
  recibidos: number
}

/** The companies that the user of a session answers for. */
export async function listEmpresas(db: Db, tokenHash: Buffer, ahora: Date, hoy: string): Promise<EmpresaLeida[]> {
  const { rows } = await throughPuerta(sql<EmpresaLeida>`select * from tablero_de_sesion(${tokenHash}, ${ahora}, ${hoy}::date)`.execute(db))
  return rows
}

interface Suyo {
  empresaId: EmpresaId
  usuarioId: string
}

export const hasCalendario = async (tx: Tx, { empresaId, usuarioId }: Suyo): Promise<boolean> =>
  (await tx
    .selectFrom('calendario')
    .select('n')
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('hash', 'is not', null)
    .executeTakeFirst()) !== undefined

/** The company's secret, and the number of revoked addresses of this user. */
export async function lockCalendario(
  tx: Tx,
  { empresaId, usuarioId }: Suyo,
  en: Date,
): Promise<{ secreto: Buffer; n: number; hash: Buffer | null }> {
  await tx
    .insertInto('calendario')
    .values({ empresa_id: empresaId, usuario_id: usuarioId, hash: null, creado_en: en })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('calendario as c')
    .innerJoin('empresa as e', 'e.id', 'c.empresa_id')
    .select(['e.secreto', 'c.n', 'c.hash'])
    .where('c.empresa_id', '=', empresaId)
    .where('c.usuario_id', '=', usuarioId)
    .forUpdate('c')
    .executeTakeFirstOrThrow()
}

export async function setCalendario(tx: Tx, { empresaId, usuarioId }: Suyo, hash: Buffer, en: Date): Promise<void> {
  await tx
    .updateTable('calendario')
    .set({ hash, creado_en: en })
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .execute()
}

/** Revokes the calendar's address; false when the user had none. */
export async function dropCalendario(tx: Tx, { empresaId, usuarioId }: Suyo): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calendario')
    .set((value) => ({ hash: null, n: value('n', '+', 1) }))
    .where('empresa_id', '=', empresaId)
    .where('usuario_id', '=', usuarioId)
    .where('hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The company of a calendar address, before any company is known. */
export async function findByEnlace(db: Db, hash: Buffer): Promise<EmpresaId | undefined> {
  const { rows } = await sql<{ empresa_id: EmpresaId }>`select * from calendario_de_enlace(${hash})`.execute(db)
  return rows[0]?.empresa_id
}

/** The display name of a calendar. */
export async function readNombre(tx: Tx, empresaId: EmpresaId): Promise<string> {
  const { razon_social: razonSocial, nombre_comercial: comercial } = await tx
    .selectFrom('empresa')
    .select(['razon_social', 'nombre_comercial'])
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow()
  return comercial ?? razonSocial
}
