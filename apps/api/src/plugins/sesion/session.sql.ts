import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema-columna.ts'
import type { Rol } from './roles.ts'
import type { Sesion } from './session.ts'

interface SesionRow {
  usuario_id: string
  empresa_id: EmpresaId | null
  actor_id: string | null
  rol: Rol
  super_admin: boolean
  collections: string[]
  vence_en: string
  username: string
  name: string
  surname: string
  mail: string
  ruc: string | null
  razon_social: string | null
  nombre_comercial: string | null
  ambiente: Ambiente | null
  aviso: string
  usada_en: string
  /** In minutes. */
  inactividad: number | null
}

/** A session whose company is not known yet: through a door of the database. */
export async function readSesion(db: Db, tokenHash: Buffer, now: Date): Promise<Sesion | undefined> {
  const { rows } = await sql<SesionRow>`select * from sesion_buscar(${tokenHash}, ${now})`.execute(db)
  const row = rows[0]
  return (
    row && {
      tokenHash,
      usuarioId: row.usuario_id,
      empresaId: row.empresa_id,
      actorId: row.actor_id,
      rol: row.rol,
      superAdmin: row.super_admin,
      collections: row.collections,
      venceEn: row.vence_en,
      username: row.username,
      name: row.name,
      surname: row.surname,
      mail: row.mail,
      ruc: row.ruc,
      razonSocial: row.razon_social,
      nombreComercial: row.nombre_comercial,
      ambiente: row.ambiente,
      aviso: row.aviso,
      usadaEn: row.usada_en,
      inactividadMs: row.inactividad === null ? null : row.inactividad * 60_000,
    }
  )
}

export const markUsed = (db: Db, tokenHash: Buffer, en: Date): Promise<unknown> =>
  sql`select sesion_usar(${tokenHash}, ${en}, false)`.execute(db)
