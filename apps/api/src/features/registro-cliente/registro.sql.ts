import type { DatosRegistro, RegistroCliente } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Cual {
  empresaId: EmpresaId
  id: string
}

/** Locks the links of a company, so that their number holds. */
export async function lockRegistros(tx: Tx, empresaId: EmpresaId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registro_cliente|${empresaId}`}, 0))`.execute(tx)
}

/** Links that wait for their client, or for a user to accept the data. */
const pending = (tx: Tx, empresaId: EmpresaId, ahora: Date) =>
  tx
    .selectFrom('registro_cliente')
    .where('empresa_id', '=', empresaId)
    .where('vence_en', '>', ahora.toISOString())
    .where('persona_id', 'is', null)

export async function countPending(tx: Tx, empresaId: EmpresaId, ahora: Date): Promise<number> {
  const { n } = await pending(tx, empresaId, ahora)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

interface Nuevo {
  hash: Buffer
  usuarioId: string
  en: Date
  hasta: Date
}

export async function insertRegistro(tx: Tx, { empresaId, id }: Cual, { hash, usuarioId, en, hasta }: Nuevo): Promise<void> {
  await tx
    .insertInto('registro_cliente')
    .values({ empresa_id: empresaId, id, token_hash: hash, usuario_id: usuarioId, creado_en: en, vence_en: hasta })
    .execute()
}

const unused = (tx: Tx, { empresaId, id }: Cual) => ({
  update: tx.updateTable('registro_cliente').where('empresa_id', '=', empresaId).where('id', '=', id).where('recibido_en', 'is', null),
})

/** Gives an unused link a new token; undefined when no such link is open. */
export const replaceToken = (tx: Tx, cual: Cual, hash: Buffer, ahora: Date): Promise<{ vence_en: string } | undefined> =>
  unused(tx, cual).update.set({ token_hash: hash }).where('vence_en', '>', ahora.toISOString()).returning('vence_en').executeTakeFirst()

interface Fila extends Omit<RegistroCliente, 'recibido'> {
  recibido_en: string | null
  identificacion: string | null
  razon_social: string | null
}

/** Received data, the oldest first; then waiting links, the newest first. */
export async function readPending(tx: Tx, empresaId: EmpresaId, ahora: Date): Promise<Fila[]> {
  const { rows } = await sql<Fila>`
    select r.id, coalesce(trim(u.name || ' ' || u.surname), '') as creo, r.creado_en, r.vence_en, r.recibido_en,
           r.datos->>'identificacion' as identificacion, r.datos->>'razon_social' as razon_social
      from registro_cliente r left join usuarios_de_empresa() u on u.id = r.usuario_id
     where r.empresa_id = ${empresaId} and r.vence_en > ${ahora} and r.persona_id is null
     order by r.recibido_en nulls last, r.creado_en desc, r.id`.execute(tx)
  return rows
}

export interface Guardado {
  vence_en: string
  recibido_en: string | null
  datos: DatosRegistro | null
  persona_id: string | null
}

const one = (tx: Tx, { empresaId, id }: Cual, ahora: Date) =>
  tx
    .selectFrom('registro_cliente')
    .select(['vence_en', 'recibido_en', 'datos', 'persona_id'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('vence_en', '>', ahora.toISOString())

export const readRegistro = (tx: Tx, cual: Cual, ahora: Date): Promise<Guardado | undefined> => one(tx, cual, ahora).executeTakeFirst()

/** Locks a registration until the end of this transaction. */
export const lockRegistro = (tx: Tx, cual: Cual, ahora: Date): Promise<Guardado | undefined> =>
  one(tx, cual, ahora).forUpdate().executeTakeFirst()

/** Stores the data of a link and uses the link up; false when it was used before or has expired. Received data has a term of its own. */
export async function receive(tx: Tx, cual: Cual, datos: DatosRegistro, { en, hasta }: { en: Date; hasta: Date }): Promise<boolean> {
  const { numUpdatedRows } = await unused(tx, cual)
    .update.set({ datos: JSON.stringify(datos), recibido_en: en, vence_en: hasta })
    .where('vence_en', '>', en.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the link brought these very data before. */
export async function isSame(tx: Tx, { empresaId, id }: Cual, datos: DatosRegistro): Promise<boolean> {
  const { rows } = await sql`
    select 1 from registro_cliente where empresa_id = ${empresaId} and id = ${id} and datos = ${JSON.stringify(datos)}::jsonb`.execute(tx)
  return rows.length > 0
}

export async function settle(tx: Tx, { empresaId, id }: Cual, personaId: string): Promise<void> {
  await tx
    .updateTable('registro_cliente')
    .set({ persona_id: personaId, datos: null })
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}

/** Removes a registration; false when it is no longer in that state, or of another company. */
export async function drop(tx: Tx, { empresaId, id }: Cual, estado: 'abierto' | 'recibido', ahora: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('registro_cliente')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('vence_en', '>', ahora.toISOString())
    .where(estado === 'abierto' ? 'recibido_en' : 'persona_id', 'is', null)
    .where('datos', estado === 'abierto' ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The registration of a link, before any company is known. */
export async function findByEnlace(db: Db, hash: Buffer): Promise<Cual | undefined> {
  const { rows } = await sql<{ empresa_id: EmpresaId; registro_id: string }>`select * from registro_cliente_de_enlace(${hash})`.execute(db)
  const [row] = rows
  return row && { empresaId: row.empresa_id, id: row.registro_id }
}

export interface Anfitrion {
  nombre: string
  razon_social: string
  ruc: string
  tiene_logo: boolean
}

/** The company that asks for the data. */
export async function readAnfitrion(tx: Tx, empresaId: EmpresaId): Promise<Anfitrion> {
  const { rows } = await sql<Anfitrion>`
    select coalesce(nombre_comercial, razon_social) as nombre, razon_social, ruc, logo is not null as tiene_logo
      from empresa where id = ${empresaId}`.execute(tx)
  return rows[0]!
}

export const dropOld = (db: Db, ahora: Date): Promise<unknown> => sql`select limpiar_registros_cliente(${ahora})`.execute(db)
