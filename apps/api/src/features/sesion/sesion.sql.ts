import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { throughPuerta } from '../../db/puerta.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Rol } from '../../plugins/sesion/roles.ts'

// Read through the functions of db/migrations/0008_sesion.sql: the application role cannot read these tables.

export interface UsuarioIngreso {
  id: string
  username: string
  password_hash: string
  activo: boolean
  super_admin: boolean
}

/** The user name of the person in a session, also while it waits for the password. */
export async function usernameIn(db: Db, tokenHash: Buffer, ahora: Date): Promise<string> {
  const { rows } = await sql<{ username: string | null }>`select sesion_quien(${tokenHash}, ${ahora}) as username`.execute(db)
  return rows[0]?.username ?? ''
}

/** The user with this username, identification or e-mail. */
export async function findUsuario(db: Db, quien: string): Promise<UsuarioIngreso | undefined> {
  const { rows } = await sql<UsuarioIngreso>`select * from usuario_para_ingreso(${quien})`.execute(db)
  return rows[0]
}

export async function empresasOf(db: Db, usuarioId: string): Promise<{ id: EmpresaId; name: string }[]> {
  const { rows } = await sql<{ id: EmpresaId; name: string }>`select id, nombre as name from empresas_de_usuario(${usuarioId})`.execute(db)
  return rows
}

/** Opens a session; false when the user is no member of the company (without a company: no SUPER_ADMIN), or when either is disabled. */
export async function openSesion(
  db: Db,
  sesion: { tokenHash: Buffer; usuarioId: string; empresaId: EmpresaId | null; ahora: Date; hasta: Date },
): Promise<boolean> {
  const { tokenHash, usuarioId, empresaId, ahora, hasta } = sesion
  const { rows } = await sql<{
    abierta: boolean
  }>`select sesion_abrir(${tokenHash}, ${usuarioId}, ${empresaId}::uuid, ${ahora}, ${hasta}) as abierta`.execute(db)
  return rows[0]?.abierta ?? false
}

export interface SesionLeida {
  usuario_id: string
  empresa_id: EmpresaId | null
  actor_id: string | null
  rol: Rol
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
  avatar: string | null
}

export async function readSesion(db: Db, tokenHash: Buffer, ahora: Date): Promise<SesionLeida | undefined> {
  const { rows } = await sql<SesionLeida>`
    select usuario_id, empresa_id, actor_id, rol, collections, vence_en, username, name, surname, mail, ruc, razon_social, nombre_comercial, ambiente,
           (select avatar from usuario_perfil(${tokenHash}, ${ahora})) as avatar
      from sesion_buscar(${tokenHash}, ${ahora})`.execute(db)
  return rows[0]
}

/** Closes a session with the others of its sign-in. */
export const closeSesion = (db: Db, tokenHash: Buffer, ahora: Date) => sql`select sesion_cerrar(${tokenHash}, ${ahora})`.execute(db)

/** End of a further session in the same sign-in (O-118); undefined when the first one ended or belongs to support. */
export async function joinSesion(tx: Tx, tokenHash: Buffer, ahora: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ hasta: string | null }>`select sesion_acompanar(${tokenHash}, ${ahora}) as hasta`.execute(tx)
  const hasta = rows[0]?.hasta
  return hasta ? new Date(hasta) : undefined
}

export const extendSesion = (db: Db, tokenHash: Buffer, hasta: Date) => sql`select sesion_extender(${tokenHash}, ${hasta})`.execute(db)

export interface Origen {
  red: string
  /** The browser, as it names itself. */
  agente: string
}

/** Notes where a session was opened from; `anterior` is the session that opened it without a password. */
export const noteSesion = (db: Db, tokenHash: Buffer, { red, agente }: Origen, ahora: Date, anterior: Buffer | null) =>
  sql`select sesion_anotar(${tokenHash}, ${red}, ${agente.slice(0, 300)}, ${ahora}, ${anterior})`.execute(db)

/** Notes that the second factor was given. */
export const noteFactor = (db: Db, tokenHash: Buffer) => sql`select sesion_con_factor(${tokenHash})`.execute(db)

export async function wasOpenedWithFactor(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ tiene: boolean }>`select sesion_tiene_factor(${tokenHash}) as tiene`.execute(db)
  return rows[0]?.tiene ?? false
}

/** Notes that the password was given again. */
export const notePassword = (db: Db, tokenHash: Buffer, ahora: Date) => sql`select sesion_usar(${tokenHash}, ${ahora}, true)`.execute(db)

/** The other company of the user that holds a document, quote or draft of his. */
export async function empresaOfDocumento(
  db: Db,
  tokenHash: Buffer,
  id: string,
  ahora: Date,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await throughPuerta(
    sql<{ id: string; name: string }>`select id, nombre as name from empresa_de_documento(${tokenHash}, ${ahora}, ${id})`.execute(db),
  )
  return rows[0]
}
