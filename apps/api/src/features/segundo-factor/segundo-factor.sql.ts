import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

// Through the named doors of migration 0140: the application role cannot read these tables.

export interface FactorRow {
  secreto: Buffer
  pedido_en: string
  activado_en: string | null
  codigos: number
}

export async function readFactor(db: Db, usuarioId: string): Promise<FactorRow | undefined> {
  const { rows } = await sql<FactorRow>`select secreto, pedido_en, activado_en, codigos from segundo_factor_de(${usuarioId})`.execute(db)
  return rows[0]
}

const isDone = async (query: ReturnType<typeof sql<{ hecho: boolean }>>, db: Db): Promise<boolean> => (await query.execute(db)).rows[0]?.hecho ?? false

/** False where one is in use already. */
export const saveSecreto = (db: Db, usuarioId: string, sellado: Buffer, ahora: Date) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_pedir(${usuarioId}, ${sellado}, ${ahora}) as hecho`, db)

export interface Activacion {
  usuarioId: string
  /** As it was read: whoever asked for another one meanwhile confirms that. */
  sellado: Buffer
  paso: number
  ahora: Date
  codigos: Buffer[]
  /** The session it happens in, which goes on. */
  tokenHash: Buffer | null
}

export const activate = (db: Db, { usuarioId, sellado, paso, ahora, codigos, tokenHash }: Activacion) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_activar(${usuarioId}, ${sellado}, ${paso}, ${ahora}, ${codigos}::bytea[], ${tokenHash}) as hecho`, db)

/** False where this step, or a later one, was spent. */
export const spendPaso = (db: Db, usuarioId: string, paso: number) => isDone(sql<{ hecho: boolean }>`select segundo_factor_gastar(${usuarioId}, ${paso}) as hecho`, db)

export const spendCodigo = (db: Db, usuarioId: string, codigo: Buffer, ahora: Date) =>
  isDone(sql<{ hecho: boolean }>`select codigo_recuperacion_gastar(${usuarioId}, ${codigo}, ${ahora}) as hecho`, db)

export const saveCodigos = (db: Db, usuarioId: string, codigos: Buffer[]) => sql`select codigos_recuperacion_cambiar(${usuarioId}, ${codigos}::bytea[])`.execute(db)

/** False where there was none in use. */
export const remove = (db: Db, usuarioId: string) => isDone(sql<{ hecho: boolean }>`select segundo_factor_quitar(${usuarioId}) as hecho`, db)
