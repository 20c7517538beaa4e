import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Database } from '../../db/schema.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../db/sqlstate.ts'
import type { Tx } from '../../db/transaction.ts'
import type { TipoBuscado } from '../busqueda/busqueda.door.ts'

// Rows stay inside the database: a bigint or a date might change on its way through JavaScript.

/** Rows of another table that name the record in `columna`: they are deleted with it, or only lose the reference. */
interface Parte {
  tabla: keyof Database & string
  columna: string
  como: 'se va' | 'deja de nombrar'
}

/** The table of a record, which is also the kind of its words, and its dependent rows. */
export interface Papelera {
  tipo: TipoBuscado
  partes?: readonly Parte[]
}

export interface Registros {
  empresaId: EmpresaId
  ids: readonly string[]
}

const rowsOf = (tabla: string, where: RawBuilder<unknown>) =>
  sql`${sql.lit(tabla)}, (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from ${sql.table(tabla)} x where x.empresa_id = p.empresa_id and ${where})`

export async function insertRows(tx: Tx, { tipo, partes = [] }: Papelera, { empresaId, ids }: Registros, en: Date): Promise<void> {
  const filas = [
    rowsOf('busqueda', sql`x.tipo = ${tipo} and x.id = p.id`),
    ...partes.map(({ tabla, columna }) => rowsOf(tabla, sql`${sql.ref(`x.${columna}`)} = p.id`)),
  ]
  await sql`
    insert into papelera (empresa_id, tipo, id, filas, en)
    select p.empresa_id, ${tipo}, p.id, jsonb_build_object(${sql.lit(tipo)}, jsonb_build_array(to_jsonb(p)), ${sql.join(filas)}), ${en}
      from ${sql.table(tipo)} p where p.empresa_id = ${empresaId} and p.id = any(${ids}::uuid[])`.execute(tx)
}

const keptOf = (tx: Tx, { tipo }: Papelera, { empresaId, ids }: Registros) =>
  tx.selectFrom('papelera').select('id').where('empresa_id', '=', empresaId).where('tipo', '=', tipo).where('id', 'in', ids)

/** Ids of the records that were deleted since `desde`, locked against another restore. */
export async function lockRows(tx: Tx, de: Papelera, registros: Registros, desde: Date): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`papelera|${registros.empresaId}`}, 0))`.execute(tx)
  const rows = await keptOf(tx, de, registros).where('en', '>=', desde.toISOString()).execute()
  return rows.map(({ id }) => id)
}

/** Columns of a table without computed ones. */
async function columnsOf(tx: Tx, tabla: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ columna: string }>`
    select attname as columna from pg_attribute
     where attrelid = ${tabla}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(tx)
  return sql.join(rows.map(({ columna }) => sql.ref(columna)))
}

const keptIn = (tabla: string, { tipo }: Papelera, { empresaId, ids }: Registros) => sql`
  papelera b, jsonb_populate_recordset(null::${sql.table(tabla)}, b.filas -> ${sql.lit(tabla)}) r
   where b.empresa_id = ${empresaId} and b.tipo = ${tipo} and b.id = any(${ids}::uuid[])`

async function insertFrom(tx: Tx, tabla: string, de: Papelera, registros: Registros, otherwise = sql``): Promise<void> {
  const columns = await columnsOf(tx, tabla)
  // The kept rows are taken whole first: the table's column names would otherwise mean those of papelera.
  await sql`
    insert into ${sql.table(tabla)} (${columns})
    select ${columns} from (select r.* from ${keptIn(tabla, de, registros)}) x ${otherwise}`.execute(tx)
}

/** Returns the rows of a dependent table. A reference that was set anew meanwhile stays as it is. */
async function returnParte(tx: Tx, { tabla, columna, como }: Parte, de: Papelera, registros: Registros): Promise<void> {
  if (como === 'se va') return insertFrom(tx, tabla, de, registros, sql`on conflict do nothing`)
  await sql`
    update ${sql.table(tabla)} x set ${sql.ref(columna)} = b.id from ${keptIn(tabla, de, registros)}
       and x.empresa_id = b.empresa_id and x.id = r.id and ${sql.ref(`x.${columna}`)} is null`.execute(tx)
}

const WORDS: Parte = { tabla: 'busqueda', columna: 'id', como: 'se va' }

/** After `taken` (another has its name or number) and `orphan` (a record it names is deleted) the transaction can only be rolled back. */
export async function returnRows(tx: Tx, de: Papelera, registros: Registros): Promise<'returned' | 'taken' | 'orphan'> {
  const { tipo, partes = [] } = de
  try {
    await insertFrom(tx, tipo, de, registros)
    for (const parte of [WORDS, ...partes]) await returnParte(tx, parte, de, registros)
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    if (isForeignKeyViolation(error)) return 'orphan'
    throw error
  }
  await tx
    .deleteFrom('papelera')
    .where('empresa_id', '=', registros.empresaId)
    .where('tipo', '=', tipo)
    .where('id', 'in', registros.ids)
    .execute()
  return 'returned'
}

/** Removes the records past restoring, in every company. */
export const dropRows = (db: Db, antes: Date): Promise<unknown> => sql`select limpiar_papelera(${antes})`.execute(db)
