import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { throughPuerta } from '../../db/puerta.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'

export interface Reclamo {
  mail: string
  pedido_en: string
  vence_en: string
}

type Quien = Pick<Sesion, 'tokenHash'>
interface ReclamoNuevo {
  mail: string
  hash: Buffer
  ahora: Date
  hasta: Date
}

export const saveReclamo = (db: Db, { tokenHash }: Quien, { mail, hash, ahora, hasta }: ReclamoNuevo) =>
  throughPuerta(sql`select correo_reclamar(${tokenHash}, ${ahora}, ${mail}, ${hash}, ${hasta})`.execute(db))

/** Stores the claim of a mail for a user whom a command just created; only the owner of the tables may. */
export const insertReclamo = (owner: Db, usuarioId: string, { mail, hash, ahora, hasta }: ReclamoNuevo) =>
  owner
    .insertInto('correo_reclamado')
    .values({ usuario_id: usuarioId, mail, codigo_hash: hash, pedido_en: ahora, vence_en: hasta })
    .execute()

export async function readReclamo(db: Db, { tokenHash }: Quien, ahora: Date): Promise<Reclamo | undefined> {
  const { rows } = await throughPuerta(
    sql<Reclamo>`select mail, pedido_en, vence_en from correo_reclamo(${tokenHash}, ${ahora})`.execute(db),
  )
  return rows[0]
}

/** Removes the claim of a mail; answers the mail, or undefined without a claim. */
export async function deleteReclamo(db: Db, { tokenHash }: Quien, ahora: Date): Promise<string | undefined> {
  const { rows } = await throughPuerta(sql<{ mail: string | null }>`select correo_retirar(${tokenHash}, ${ahora}) as mail`.execute(db))
  return rows[0]?.mail ?? undefined
}

/**
 * Uses up a link that proves a mail; undefined for an invalid link, or one sent to another user. `ajeno`: another user has the mail by now.
 */
export async function takeReclamo(
  db: Db,
  hash: Buffer,
  { tokenHash }: Quien,
  ahora: Date,
): Promise<{ anterior: string; mail: string; ajeno: boolean } | undefined> {
  const { rows } = await throughPuerta(
    sql<{
      anterior: string
      mail: string
      ajeno: boolean
    }>`select anterior, mail, ajeno from correo_verificar(${hash}, ${tokenHash}, ${ahora})`.execute(db),
  )
  return rows[0]
}
