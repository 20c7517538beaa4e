import type { Perfil, PerfilForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import { throughPuerta } from '../../db/puerta.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'

export type PerfilRow = Omit<Perfil, 'mail_pendiente'>

type Quien = Pick<Sesion, 'tokenHash'>

// Through named doors: each finds the user by the session.

export async function readPerfil(db: Db, { tokenHash }: Quien, ahora: Date): Promise<PerfilRow | undefined> {
  const { rows } = await throughPuerta(
    sql<PerfilRow>`
    select ci, name, surname, mail, username, phone, birth_date as "birthDate", avatar from usuario_perfil(${tokenHash}, ${ahora})`.execute(
      db,
    ),
  )
  return rows[0]
}

export type CampoUnico = 'username' | 'ci'

/** Stores the profile; answers the field whose value another user has, or undefined once stored. */
export async function savePerfil(
  db: Db,
  { tokenHash }: Quien,
  { ci, name, surname, username, phone, birthDate }: PerfilForm,
  ahora: Date,
): Promise<CampoUnico | undefined> {
  const { rows } = await throughPuerta(
    sql<{ ajeno: CampoUnico | null }>`
    select usuario_guardar_perfil(${tokenHash}, ${ahora}, ${ci ?? null}, ${name ?? ''}, ${surname ?? ''}, ${username}, ${phone ?? null}, ${birthDate ?? null}) as ajeno`.execute(
      db,
    ),
  )
  return rows[0]?.ajeno ?? undefined
}

export async function readAvatar(db: Db, { tokenHash }: Quien, ahora: Date): Promise<{ avatar: Buffer; avatar_tipo: string } | undefined> {
  const { rows } = await throughPuerta(
    sql<{ avatar: Buffer; avatar_tipo: string }>`select avatar, avatar_tipo from usuario_avatar(${tokenHash}, ${ahora})`.execute(db),
  )
  return rows[0]
}

export const saveAvatar = (db: Db, { tokenHash }: Quien, imagen: { bytes: Buffer; tipo: string } | null, ahora: Date) =>
  throughPuerta(sql`select usuario_guardar_avatar(${tokenHash}, ${ahora}, ${imagen?.bytes ?? null}, ${imagen?.tipo ?? null})`.execute(db))

export interface SesionRow {
  ingreso: string
  actual: boolean
  red: string | null
  agente: string | null
  empresas: string[]
  abierta_en: string
  usada_en: string
  /** A session of support in the user's name (O-14). */
  es_soporte: boolean
  segundo_factor: boolean
}

export async function openSesiones(db: Db, { tokenHash }: Quien, ahora: Date): Promise<SesionRow[]> {
  const { rows } = await throughPuerta(sql<SesionRow>`select * from sesiones_de_usuario(${tokenHash}, ${ahora})`.execute(db))
  return rows
}

/** Closes the user's other sessions, or only `una` of them; answers how many were closed. */
export async function closeOthers(db: Db, { tokenHash }: Quien, ahora: Date, una: string | null = null): Promise<number> {
  const { rows } = await throughPuerta(
    sql<{ cerradas: number }>`select sesiones_cerrar_otras(${tokenHash}, ${ahora}, ${una}::uuid) as cerradas`.execute(db),
  )
  return rows[0]?.cerradas ?? 0
}

export const closeAll = (db: Db, { tokenHash, usuarioId }: Pick<Sesion, 'tokenHash' | 'usuarioId'>, ahora: Date) =>
  throughPuerta(sql`select sesiones_de_usuario_cerrar(${tokenHash}, ${usuarioId}, ${ahora})`.execute(db))
