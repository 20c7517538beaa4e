import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

/** Account, name and network of an attempt. */
export interface Linea {
  cuenta: string
  nombre: string
  red: string
  sitio: string | null
}

/** Whether this user signed in from this network since `desde`; an unknown user is asked about in the same way. */
export async function isConocida(db: Db, usuarioId: string | null, red: string, desde: Date): Promise<boolean> {
  const { rows } = await sql<{ conocida: boolean }>`select red_es_conocida(${usuarioId}::uuid, ${red}, ${desde}) as conocida`.execute(db)
  return rows[0]?.conocida ?? false
}

export const knowRed = (db: Db, usuarioId: string, red: string, ahora: Date) =>
  sql`select red_conocer(${usuarioId}, ${red}, ${ahora})`.execute(db)

/** Instants of failures, newest first: of the last quarter of an hour, or of the last hour where stated. */
export interface Fallas {
  /** By name and network, account and network, network alone, and name from anywhere. */
  nombreYRed: string[]
  cuentaYRed: string[]
  red: string[]
  nombre: string[]
  /** From networks that the account does not know, in an hour: by name, by account, and from this /48. */
  nombreAjena: string[]
  cuentaAjena: string[]
  sitio: string[]
}

/** One attempt at a time for each account, then for each network, in all processes: no count races with an addition. */
export async function lockLinea(tx: Db, { cuenta, red, sitio }: Linea): Promise<void> {
  await sql`select pg_advisory_xact_lock(74033, hashtext(${cuenta}))`.execute(tx)
  await sql`select pg_advisory_xact_lock(74034, hashtext(${sitio ?? red}))`.execute(tx)
}

export async function fallasSince(
  tx: Db,
  { cuenta, nombre, red, sitio }: Linea,
  { cuarto, hora, limite }: { cuarto: Date; hora: Date; limite: number },
): Promise<Fallas> {
  const instants = (where: ReturnType<typeof sql>, desde: Date) =>
    sql`array(select i.en from intento_ingreso i where not i.perdonada and ${where} and i.en > ${desde} order by i.en desc limit ${limite})`
  const { rows } = await sql<Fallas>`
    select ${instants(sql`i.nombre = ${nombre} and i.red = ${red}`, cuarto)} as "nombreYRed",
           ${instants(sql`i.cuenta = ${cuenta} and i.red = ${red}`, cuarto)} as "cuentaYRed",
           ${instants(sql`i.red = ${red}`, cuarto)} as red,
           ${instants(sql`i.nombre = ${nombre}`, cuarto)} as nombre,
           ${instants(sql`i.nombre = ${nombre} and i.ajena`, hora)} as "nombreAjena",
           ${instants(sql`i.cuenta = ${cuenta} and i.ajena`, hora)} as "cuentaAjena",
           ${instants(sql`i.sitio = ${sitio}`, hora)} as sitio`.execute(tx)
  return rows[0]!
}

/** Adds an attempt; each counts as a failure until it is forgiven. */
export async function insertIntento(tx: Db, linea: Linea & { ajena: boolean; en: Date }): Promise<number> {
  const { id } = await tx.insertInto('intento_ingreso').values(linea).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function forgive(db: Db, id: number): Promise<void> {
  await db.updateTable('intento_ingreso').set({ perdonada: true }).where('id', '=', id).execute()
}

export async function forgiveFallas(db: Db, cuenta: string, red: string): Promise<void> {
  await db
    .updateTable('intento_ingreso')
    .set({ perdonada: true })
    .where('cuenta', '=', cuenta)
    .where('red', '=', red)
    .where('perdonada', '=', false)
    .execute()
}
