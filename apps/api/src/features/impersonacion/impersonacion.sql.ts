import type { AccesoSoporte } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Pedida {
  empresaId: EmpresaId
  id: string
  actorId: string
  usuarioId: string
  motivo: string
  tokenHash: Buffer
  en: Date
  hasta: Date
}

export async function insertImpersonacion(
  tx: Tx,
  { empresaId, id, actorId, usuarioId, motivo, tokenHash, en, hasta }: Pedida,
): Promise<void> {
  await tx
    .insertInto('impersonacion')
    .values({
      empresa_id: empresaId,
      id,
      actor_id: actorId,
      usuario_id: usuarioId,
      motivo,
      token_hash: tokenHash,
      pedida_en: en,
      canjear_hasta: hasta,
    })
    .execute()
}

/** The company and users of a token, before any company is known. */
export async function findImpersonacion(db: Db, tokenHash: Buffer): Promise<{ empresa_id: EmpresaId; actor_id: string } | undefined> {
  const { rows } = await sql<{ empresa_id: EmpresaId; actor_id: string }>`select * from impersonacion_buscar(${tokenHash})`.execute(db)
  return rows[0]
}

/** Opens the session of support, once; undefined for a used or expired token, or when one of its two users lost the right. */
export async function redeemImpersonacion(
  tx: Tx,
  tokenHash: Buffer,
  sesionHash: Buffer,
  ahora: Date,
  hasta: Date,
): Promise<{ id: string; usuario_id: string; motivo: string } | undefined> {
  const { rows } = await sql<{ id: string; usuario_id: string; motivo: string }>`
    select * from impersonacion_canjear(${tokenHash}, ${sesionHash}, ${ahora}, ${hasta})`.execute(tx)
  return rows[0]
}

/** A member in whose name support may act: enabled, and no SUPER_ADMIN. */
export async function memberOf(tx: Tx, usuarioId: string): Promise<{ username: string; nombre: string } | undefined> {
  const { rows } = await sql<{ username: string; nombre: string }>`
    select username, trim(name || ' ' || surname) as nombre from usuarios_de_empresa() where id = ${usuarioId} and activo and rol <> 0`.execute(
    tx,
  )
  return rows[0]
}

/** Mails of the company's owners: its enabled ADMINs. */
export async function correosDeAdmin(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ mail: string }>`select mail from usuarios_de_empresa() where activo and rol = 1 order by mail`.execute(tx)
  return rows.map(({ mail }) => mail)
}

export async function nombreDeActor(tx: Tx, actorId: string): Promise<string> {
  const { rows } = await sql<{
    nombre: string
  }>`select trim(name || ' ' || surname) || ' (' || username || ')' as nombre from actores_de_empresa() where id = ${actorId}`.execute(tx)
  return rows[0]?.nombre ?? ''
}

export async function listAccesos(tx: Tx, empresaId: EmpresaId, limite: number): Promise<AccesoSoporte[]> {
  const { rows } = await sql<AccesoSoporte>`
    select i.id, i.pedida_en, i.motivo, trim(a.name || ' ' || a.surname) || ' (' || a.username || ')' as quien,
           coalesce(trim(u.name || ' ' || u.surname) || ' (' || u.username || ')', '') as como, i.canjeada_en, coalesce(i.cerrada_en, i.vence_en) as termina_en
      from impersonacion i join actores_de_empresa() a on a.id = i.actor_id left join usuarios_de_empresa() u on u.id = i.usuario_id
     where i.empresa_id = ${empresaId} order by i.pedida_en desc, i.id limit ${limite}`.execute(tx)
  return rows
}

export async function readPermiso(tx: Tx, empresaId: EmpresaId, dia: string): Promise<boolean> {
  const row = await tx
    .selectFrom('impersonacion_permiso')
    .select('permitido')
    .where('empresa_id', '=', empresaId)
    .where('dia', '=', dia)
    .executeTakeFirst()
  return row?.permitido ?? false
}

export async function savePermiso(
  tx: Tx,
  permiso: { empresa_id: EmpresaId; dia: string; permitido: boolean; usuario_id: string; en: Date },
): Promise<void> {
  const { permitido, usuario_id, en } = permiso
  await tx
    .insertInto('impersonacion_permiso')
    .values(permiso)
    .onConflict((conflict) => conflict.columns(['empresa_id', 'dia']).doUpdateSet({ permitido, usuario_id, en }))
    .execute()
}
