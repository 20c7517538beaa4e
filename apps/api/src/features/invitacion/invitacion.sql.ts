import type { Invitacion, InvitacionBusqueda, Listing, ORDENES_INVITACION } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Rol } from '../../plugins/sesion/roles.ts'
import { listingOf, orderBy } from '../busqueda/busqueda.door.ts'

export interface InvitacionRow extends Omit<Invitacion, 'rol'> {
  rol: Rol
}

const columnsAt = (ahora: Date) => sql`
  i.id, i.mail, i.rol, i.creada_en, i.vence_en, i.aceptada_en, coalesce(nullif(trim(u.name || ' ' || u.surname), ''), u.username, '') as invita,
  case when i.aceptada_en is not null then 'ACEPTADA' when i.vence_en <= ${ahora}::timestamptz then 'VENCIDA' else 'PENDIENTE' end as estado`

/** Invitations not revoked; their sender may have left since. */
const presentOf = (empresaId: EmpresaId) => sql`
  from invitacion i left join usuarios_de_empresa() u on u.id = i.invitada_por where i.empresa_id = ${empresaId} and i.anulada_en is null`

export async function readInvitacion(tx: Tx, empresaId: EmpresaId, id: string, ahora: Date): Promise<InvitacionRow | undefined> {
  const { rows } = await sql<InvitacionRow>`select ${columnsAt(ahora)} ${presentOf(empresaId)} and i.id = ${id}`.execute(tx)
  return rows[0]
}

const SORTS: Readonly<Record<(typeof ORDENES_INVITACION)[number], string>> = {
  mail: 'i.mail',
  creada_en: 'i.creada_en',
  vence_en: 'i.vence_en',
}

const escaped = (text: string) => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

export async function searchInvitaciones(
  tx: Tx,
  empresaId: EmpresaId,
  ahora: Date,
  { q, estado, ...query }: InvitacionBusqueda,
): Promise<Listing<InvitacionRow>> {
  const isPending = sql`i.aceptada_en is null and i.vence_en`
  const states = {
    ACEPTADA: sql` and i.aceptada_en is not null`,
    VENCIDA: sql` and ${isPending} <= ${ahora}::timestamptz`,
    PENDIENTE: sql` and ${isPending} > ${ahora}::timestamptz`,
  }
  const filters = sql`${q ? sql` and i.mail like ${`%${escaped(q)}%`}` : sql``}${estado ? states[estado] : sql``}`
  const order = orderBy(query.sort, SORTS, 'creada_en,DESC', 'i.id')
  const from = sql`${presentOf(empresaId)}${filters}`
  const { rows } =
    await sql<InvitacionRow>`select ${columnsAt(ahora)} ${from} order by ${order} offset ${query.page * query.size} limit ${query.size}`.execute(
      tx,
    )
  return listingOf(tx, query, rows, from)
}

/** Locks a mail until the transaction ends: simultaneous invitations of it are made one after the other. */
export async function lockMail(tx: Tx, empresaId: EmpresaId, mail: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitacion|${empresaId}|${mail}`}, 0))`.execute(tx)
}

/** Annuls the open invitation of a mail, as a newer one ends the older. */
export async function annulPending(tx: Tx, empresaId: EmpresaId, mail: string, ahora: Date): Promise<void> {
  await tx
    .updateTable('invitacion')
    .set({ anulada_en: ahora })
    .where('empresa_id', '=', empresaId)
    .where('mail', '=', mail)
    .where('aceptada_en', 'is', null)
    .where('anulada_en', 'is', null)
    .execute()
}

export async function annulPendingOfRol(tx: Tx, empresaId: EmpresaId, rol: Rol, ahora: Date): Promise<void> {
  await tx
    .updateTable('invitacion')
    .set({ anulada_en: ahora })
    .where('empresa_id', '=', empresaId)
    .where('rol', '=', rol)
    .where('aceptada_en', 'is', null)
    .where('anulada_en', 'is', null)
    .execute()
}

export interface InvitacionNueva {
  id: string
  tokenHash: Buffer
  mail: string
  rol: Rol
  invitadaPor: string
  en: Date
  hasta: Date
}

export async function insertInvitacion(
  tx: Tx,
  empresaId: EmpresaId,
  { id, tokenHash, mail, rol, invitadaPor, en, hasta }: InvitacionNueva,
): Promise<void> {
  await tx
    .insertInto('invitacion')
    .values({ empresa_id: empresaId, id, token_hash: tokenHash, mail, rol, invitada_por: invitadaPor, creada_en: en, vence_en: hasta })
    .execute()
}

/** Annuls an invitation; answers the invited mail, or undefined where the company has no such invitation in force. */
export async function annulInvitacion(tx: Tx, empresaId: EmpresaId, id: string, ahora: Date): Promise<string | undefined> {
  const row = await tx
    .updateTable('invitacion')
    .set({ anulada_en: ahora })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('anulada_en', 'is', null)
    .returning('mail')
    .executeTakeFirst()
  return row?.mail
}

export interface InvitacionVigente {
  empresa_id: EmpresaId
  empresa: string
  rol: Rol
  invita: string | null
  mail: string
  vence_en: string
  existe: boolean
}

/** The valid invitation of a token; undefined for a used, revoked, expired or unknown one. */
export async function findVigente(db: Db, tokenHash: Buffer, ahora: Date): Promise<InvitacionVigente | undefined> {
  const { rows } = await sql<InvitacionVigente>`select * from invitacion_buscar(${tokenHash}, ${ahora})`.execute(db)
  return rows[0]
}

export interface PersonaNueva {
  id: string
  base: string
  name: string
  surname: string
  hash: string
}

export interface Admitido {
  usuario_id: string
  username: string
  rol: Rol
}

/** Whether the company is suspended, and so admits no one; a suspension under way waits for this transaction. */
export const isSuspendida = async (tx: Tx, empresaId: EmpresaId): Promise<boolean> =>
  (await tx.selectFrom('empresa').select('suspendida_en').where('id', '=', empresaId).forShare().executeTakeFirst())?.suspendida_en !== null

/** Uses the token up, for a proven user or a new one; undefined when it was used before, or the mail belongs to another user. */
export async function claimInvitacion(
  tx: Tx,
  tokenHash: Buffer,
  ahora: Date,
  quien: { id: string } | PersonaNueva,
): Promise<Admitido | undefined> {
  const [de, nueva] = 'hash' in quien ? [null, quien] : [quien.id, undefined]
  const { rows } = await sql<Admitido>`
    select usuario_id, username, rol from invitacion_reclamar(
      ${tokenHash}, ${ahora}, ${de}, ${nueva?.id ?? null}, ${nueva?.base ?? null}, ${nueva?.name ?? null}, ${nueva?.surname ?? null}, ${nueva?.hash ?? null})`.execute(
    tx,
  )
  return rows[0]
}
