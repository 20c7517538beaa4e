import type { Listing, ORDENES_PERSONA, Persona, PersonaBusqueda } from '@yupana/contract'
import { TIPO_IDENTIFICACION } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { listingOf, orderBy, wayTo } from '../busqueda/busqueda.service.ts'

const COLUMNS = [
  'id', 'tipo_identificacion', 'identificacion', 'razon_social', 'nombre_comercial', 'roles', 'correos', 'telefonos', 'direccion', 'dias_credito',
  'tipo_contribuyente', 'activo', 'version', 'creada_en', 'editada_en',
] as const
const columns: RawBuilder<unknown> = sql.join(COLUMNS.map((column) => sql.ref(`p.${column}`)))

/** What is stored of a person; the order key goes with the name. */
export type PersonaRow = Omit<Persona, 'id' | 'version' | 'creada_en' | 'editada_en'> & { orden: string }

const DIGITS_OF_CEDULA = 10

/** Whoever creates or renumbers a person waits here for others who do so with the same cédula or RUC. */
export async function lockIdentificacion(tx: Tx, empresaId: string, identificacion: string): Promise<void> {
  const name = `persona|${empresaId}|${identificacion.slice(0, DIGITS_OF_CEDULA)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

interface Identificacion {
  tipo_identificacion: string
  identificacion: string
}

/** Who but `except` has this identification; a cédula and the RUC built on it are the same person (O-62). */
export async function findByIdentificacion(
  tx: Tx, empresaId: string, { tipo_identificacion: tipo, identificacion }: Identificacion, except?: string,
): Promise<{ id: string; identificacion: string } | undefined> {
  const isEcuadorian = tipo === TIPO_IDENTIFICACION.CEDULA || tipo === TIPO_IDENTIFICACION.RUC
  // Ten digits and whatever digits follow: «:» comes after «9».
  const [from, to] = isEcuadorian ? [identificacion.slice(0, DIGITS_OF_CEDULA), `${identificacion.slice(0, DIGITS_OF_CEDULA)}:`] : [identificacion, `${identificacion}\u{1}`]
  const { rows } = await sql<{ id: string; identificacion: string }>`
    select id, identificacion from persona
     where empresa_id = ${empresaId} and identificacion >= ${from} and identificacion < ${to} and id is distinct from ${except ?? null}::uuid
       and (identificacion = ${identificacion} or tipo_identificacion in ('04', '05'))
     order by identificacion <> ${identificacion}, identificacion limit 1`.execute(tx)
  return rows[0]
}

/** Answers false when the identification is taken. */
export async function insertPersona(tx: Tx, empresaId: string, id: string, row: PersonaRow, en: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('persona')
    .values({ ...row, empresa_id: empresaId, id, creada_en: en, editada_en: en })
    .onConflict((conflict) => conflict.columns(['empresa_id', 'identificacion']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Answers false when somebody else saved meanwhile. */
export async function updatePersona(tx: Tx, empresaId: string, id: string, version: number, row: PersonaRow, en: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('persona')
    .set((value) => ({ ...row, version: value('version', '+', 1), editada_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export const readPersona = (tx: Tx, empresaId: string, id: string): Promise<Persona | undefined> =>
  tx.selectFrom('persona').select(COLUMNS).where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst() as Promise<Persona | undefined>

/** Whether any document names the person; the environments are listed because the index begins with them. */
export async function hasDocumentos(tx: Tx, empresaId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documento')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', 'in', ['SIMULADOR', 'PRUEBAS', 'PRODUCCION'])
    .where('persona_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function deletePersona(tx: Tx, empresaId: string, id: string): Promise<void> {
  await tx.deleteFrom('persona').where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}

/** Sort fields of the list, each with its column. */
const SORTS: Readonly<Record<(typeof ORDENES_PERSONA)[number], string>> = { razon_social: 'p.orden', identificacion: 'p.identificacion', creada_en: 'p.creada_en' }

/** @throws 422 for a sort field the list has not */
export async function searchPersonas(tx: Tx, empresaId: string, { q, rol, activo, ...query }: PersonaBusqueda): Promise<Listing<Persona>> {
  const way = await wayTo(tx, { empresaId, tipo: 'persona' }, q)
  const filters = sql`${rol ? sql` and ${rol} = any(p.roles)` : sql``}${activo === undefined ? sql`` : sql` and p.activo = ${activo}`}`
  const order = orderBy(query.sort, SORTS, 'razon_social,ASC', 'p.id')
  const { rows } = await sql<Persona>`select ${columns} ${way.page}${filters} order by ${order} offset ${query.page * query.size} limit ${query.size}`.execute(tx)
  return listingOf(tx, query, rows, sql`${way.all}${filters}`)
}

/** Ids found by words, in no order. */
export async function findIds(tx: Tx, empresaId: string, q: string, limit: number): Promise<string[]> {
  const way = await wayTo(tx, { empresaId, tipo: 'persona' }, q)
  const { rows } = await sql<{ id: string }>`select p.id ${way.page} limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
