import { createHash } from 'node:crypto'
import type { Sistema, SistemaForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

const LINKS = ['facebook', 'instagram', 'twitter', 'whatsapp'] as const

export const readLinks = (db: Db) => db.selectFrom('instalacion').select(LINKS).executeTakeFirstOrThrow()

/** Whether the installation was restored and may not issue yet. */
export const readCerco = (db: Db) => db.selectFrom('instalacion').select('cercada').executeTakeFirstOrThrow()

export const readSistema = (db: Db): Promise<Sistema> =>
  db
    .selectFrom('instalacion')
    .select([...LINKS, 'producto', 'aviso_sri', 'aviso_sri_mensaje', 'version'])
    .select(sql<boolean>`logo is not null`.as('tiene_logo'))
    .executeTakeFirstOrThrow()

/** Stores the settings of the installation; false when another user saved meanwhile. */
export async function updateSistema(db: Db, version: number, form: SistemaForm): Promise<boolean> {
  const { facebook = null, instagram = null, twitter = null, whatsapp = null, producto = null, aviso_sri, aviso_sri_mensaje = null } = form
  const { numUpdatedRows } = await db
    .updateTable('instalacion')
    .set((eb) => ({ facebook, instagram, twitter, whatsapp, producto, aviso_sri, aviso_sri_mensaje, version: eb('version', '+', 1) }))
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const readLogo = (db: Db) => db.selectFrom('instalacion').select(['logo', 'logo_tipo']).executeTakeFirstOrThrow()

export async function updateLogo(db: Db, logo: { bytes: Buffer; tipo: string } | null): Promise<void> {
  await db
    .updateTable('instalacion')
    .set({ logo: logo?.bytes ?? null, logo_tipo: logo?.tipo ?? null })
    .execute()
}

/** Name and picture of this installation; `logo` is the name of the picture's content. */
export async function readMarca(db: Db): Promise<{ producto: string | null; logo: string | null }> {
  const { producto, logo } = await db.selectFrom('instalacion').select(['producto', 'logo']).executeTakeFirstOrThrow()
  return { producto, logo: logo && createHash('sha256').update(logo).digest('hex').slice(0, 12) }
}

export const readNombre = async (db: Db): Promise<string | null> =>
  (await db.selectFrom('instalacion').select('producto').executeTakeFirstOrThrow()).producto
