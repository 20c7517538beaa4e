import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

/** The notice for a user, or for the installation (`mail` null). */
export interface Aviso {
  cuenta: string
  hora: string
  /** Wrong passwords and codes. */
  fallas: number
  /** Refusals for other reasons. */
  limites: number
  redes: string[]
  username: string | null
  name: string | null
  mail: string | null
}

export const audit = (tx: Db, ahora: Date) => sql`select rechazos_auditar(${ahora})`.execute(tx)

/** Takes the notices that are due: each goes to the first caller alone. */
export async function takeAvisos(tx: Db, ahora: Date, porPersona: number, porInstalacion: number): Promise<Aviso[]> {
  const { rows } = await sql<Aviso>`select * from rechazos_por_avisar(${ahora}, ${porPersona}, ${porInstalacion})`.execute(tx)
  return rows
}

export async function correosDeSuperAdmin(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ mail: string }>`select mail from correos_de_super_admin()`.execute(tx)
  return rows.map(({ mail }) => mail)
}
