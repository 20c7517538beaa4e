import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

export interface Reclamo {
  mail: string
  pedido_en: string
  vence_en: string
}

export const saveReclamo = (db: Db, { usuarioId, mail, hash, ahora, hasta }: { usuarioId: string; mail: string; hash: Buffer; ahora: Date; hasta: Date }) =>
  sql`select correo_reclamar(${usuarioId}, ${mail}, ${hash}, ${ahora}, ${hasta})`.execute(db)

export async function readReclamo(db: Db, usuarioId: string): Promise<Reclamo | undefined> {
  const { rows } = await sql<Reclamo>`select mail, pedido_en, vence_en from correo_reclamo(${usuarioId})`.execute(db)
  return rows[0]
}

/** The mail that was asked for; undefined where there was none. */
export async function deleteReclamo(db: Db, usuarioId: string): Promise<string | undefined> {
  const { rows } = await sql<{ mail: string | null }>`select correo_retirar(${usuarioId}) as mail`.execute(db)
  return rows[0]?.mail ?? undefined
}

/** Undefined for a link that does not serve, or was sent for somebody else. `ajeno`: the mail is another's by now. */
export async function takeReclamo(db: Db, hash: Buffer, usuarioId: string, ahora: Date): Promise<{ anterior: string; mail: string; ajeno: boolean } | undefined> {
  const { rows } = await sql<{ anterior: string; mail: string; ajeno: boolean }>`select anterior, mail, ajeno from correo_verificar(${hash}, ${usuarioId}, ${ahora})`.execute(db)
  return rows[0]
}
