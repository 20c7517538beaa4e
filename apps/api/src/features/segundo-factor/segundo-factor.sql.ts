import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { throughPuerta } from '../../db/puerta.ts'

// Through the named doors of db/migrations/0011_segundo_factor.sql, which find the user by the caller's proof: the application role cannot
// read these tables.

/** A hash: of a session, of a challenge between password and code, or of the link of an invitation to the user's mail. */
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

/** Stores the secret of a factor that is being set up; false when a factor is in use. */
export const saveSecreto = (db: Db, { prueba, ahora }: Prueba, sellado: Buffer) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_pedir(${prueba}, ${ahora}, ${sellado}) as hecho`, db)

export interface Activacion {
  /** The secret as it was read: this one is confirmed, not one begun meanwhile. */
  sellado: Buffer
  paso: number
  codigos: Buffer[]
}

/** Puts the factor into use. The present session continues. */
export const activate = (db: Db, { prueba, ahora }: Prueba, { sellado, paso, codigos }: Activacion) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_activar(${prueba}, ${ahora}, ${sellado}, ${paso}, ${codigos}::bytea[]) as hecho`, db)

/** Uses up the step of a code; false when this step or a later one was used. */
export const spendPaso = (db: Db, { prueba, ahora }: Prueba, paso: number) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_gastar(${prueba}, ${ahora}, ${paso}) as hecho`, db)

export const spendCodigo = (db: Db, { prueba, ahora }: Prueba, codigo: Buffer) =>
  isDone(sql<{ hecho: boolean }>`select codigo_recuperacion_gastar(${prueba}, ${ahora}, ${codigo}) as hecho`, db)

/** Replaces the recovery codes. It takes a session, no other proof. */
export const saveCodigos = (db: Db, { prueba, ahora }: Prueba, codigos: Buffer[]) =>
  throughPuerta(sql`select codigos_recuperacion_cambiar(${prueba}, ${ahora}, ${codigos}::bytea[])`.execute(db))

/** Removes the factor of the session's own user, or of any user for SUPER_ADMIN; false when none was in use. */
export const remove = (db: Db, { prueba, ahora }: Prueba, usuarioId: string) =>
  isDone(sql<{ hecho: boolean }>`select segundo_factor_quitar(${prueba}, ${ahora}, ${usuarioId}) as hecho`, db)
