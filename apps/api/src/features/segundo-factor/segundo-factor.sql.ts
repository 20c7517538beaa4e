import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { throughPuerta } from '../../db/puerta.ts'

// Through the named doors of db/migrations/0011_segundo_factor.sql, which find the person by what the caller holds: the application role
// cannot read these tables.

/** A hash: of a session, of a challenge between password and code, or of the link of an invitation to the person's mail. */
export interface Prueba {
  prueba: Buffer
  ahora: Date
}

export interface FactorRow {
  secreto: Buffer
  pedido_en: string
  activado_en: string | null
  codigos: number
}

export async function readFactor(db: Db, { prueba, ahora }: Prueba): Promise<FactorRow | undefined> {
  const { rows } = await throughPuerta(
    sql<FactorRow>`select secreto, pedido_en, activado_en, codigos from segundo_factor_de(${prueba}, ${ahora})`.execute(db),
  )
  return rows[0]
}

const isDone = async (query: ReturnType<typeof sql<{ hecho: boolean }>>, db: Db): Promise<boolean> =>
  (await throughPuerta(query.execute(db))).rows[0]?.hecho ?? false

/** False where one is in use already. */
export const saveSecreto = (db: Db, { prueba, ahora }: Prueba, sellado: Buffer) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_pedir(${prueba}, ${ahora}, ${sellado}) as hecho`, db)

export interface Activacion {
  /** As it was read: whoever asked for another one meanwhile confirms that. */
  sellado: Buffer
  paso: number
  codigos: Buffer[]
}

/** The session it happens in goes on. */
export const activate = (db: Db, { prueba, ahora }: Prueba, { sellado, paso, codigos }: Activacion) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_activar(${prueba}, ${ahora}, ${sellado}, ${paso}, ${codigos}::bytea[]) as hecho`, db)

/** False where this step, or a later one, was spent. */
export const spendPaso = (db: Db, { prueba, ahora }: Prueba, paso: number) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_gastar(${prueba}, ${ahora}, ${paso}) as hecho`, db)

export const spendCodigo = (db: Db, { prueba, ahora }: Prueba, codigo: Buffer) =>
  isDone(sql<{ hecho: boolean }>`select codigo_recuperacion_gastar(${prueba}, ${ahora}, ${codigo}) as hecho`, db)

/** Of a session alone. */
export const saveCodigos = (db: Db, { prueba, ahora }: Prueba, codigos: Buffer[]) =>
  throughPuerta(sql`select codigos_recuperacion_cambiar(${prueba}, ${ahora}, ${codigos}::bytea[])`.execute(db))

/** Of a session alone: its person's, or anybody's by SUPER_ADMIN. False where there was none in use. */
export const remove = (db: Db, { prueba, ahora }: Prueba, usuarioId: string) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_quitar(${prueba}, ${ahora}, ${usuarioId}) as hecho`, db)
