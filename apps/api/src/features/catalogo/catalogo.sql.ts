import type { Listing, ListingQuery, TipoCatalogo } from '@yupana/contract'
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Database } from '../../db/schema.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../db/sqlstate.ts'
import type { Tx } from '../../db/transaction.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderBy, orderOf, wayTo } from '../busqueda/busqueda.door.ts'
import type { Papelera } from '../papelera/papelera.door.ts'

/** A table of the kit: it has empresa_id, id, orden, version, and the times of creation and last change. */
export interface Tabla<Leido> extends Papelera {
  /** Name of the table: also the kind of its search words, and the first half of its audit actions. */
  tipo: TipoCatalogo
  /** Columns that are read. */
  columns: readonly (keyof Leido & string)[]
  fechas: readonly [creado: string, editado: string]
}

// The builder knows one table at a time. The kit's columns are the same in all tables.
type Cualquiera = 'producto'
const nameOf = ({ tipo }: { tipo: TipoCatalogo }) => tipo as Cualquiera

/** Inserts a row; false when its name, code or number is taken. */
export async function insertRow(tx: Tx, tabla: Tabla<never>, empresaId: EmpresaId, id: string, row: object, en: Date): Promise<boolean> {
  const [creado, editado] = tabla.fechas
  const inserted = await tx
    .insertInto(nameOf(tabla))
    .values({ ...row, empresa_id: empresaId, id, [creado]: en, [editado]: en } as unknown as Insertable<Database[Cualquiera]>)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** `stale`: another user saved meanwhile. After `taken` the transaction can only be rolled back. */
export async function updateRow(
  tx: Tx,
  tabla: Tabla<never>,
  empresaId: EmpresaId,
  { id, version }: { id: string; version: number },
  row: object,
  en: Date,
): Promise<'saved' | 'stale' | 'taken'> {
  try {
    const updated = await tx
      .updateTable(nameOf(tabla))
      .set((value) => ({ ...row, version: value('version', '+', 1), [tabla.fechas[1]]: en }) as unknown as Updateable<Database[Cualquiera]>)
      .where('empresa_id', '=', empresaId)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    return updated.numUpdatedRows === 1n ? 'saved' : 'stale'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

export const readRows = <Leido>(tx: Tx, tabla: Tabla<Leido>, empresaId: EmpresaId, ids: readonly string[]): Promise<Leido[]> =>
  tx
    .selectFrom(nameOf(tabla))
    .select(tabla.columns as never[])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .execute() as Promise<Leido[]>

/** Reads and locks these rows, after transactions that name one of them have ended. The order is fixed, so that two never deadlock. */
export const takeRows = <Leido>(tx: Tx, tabla: Tabla<Leido>, empresaId: EmpresaId, ids: readonly string[]): Promise<Leido[]> =>
  tx
    .selectFrom(nameOf(tabla))
    .select(tabla.columns as never[])
    .where('empresa_id', '=', empresaId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<Leido[]>

/** Deletes rows; false when another table still names one of them. The transaction can then only be rolled back. */
export async function deleteRows(tx: Tx, tabla: Tabla<never>, empresaId: EmpresaId, ids: readonly string[]): Promise<boolean> {
  try {
    await tx.deleteFrom(nameOf(tabla)).where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

export interface Busqueda {
  /** Sort fields of the list, each with its column of `p`. */
  sorts: Readonly<Record<string, string>>
  /** The default order. */
  usual: string
  /** Conditions on `p`, each beginning with `and`; an absent filter is empty. */
  filters: readonly RawBuilder<unknown>[]
}

/** A filter of equality; empty without a value. */
export const isEqual = (column: string, value: string | boolean | undefined): RawBuilder<unknown> =>
  value === undefined ? sql`` : sql` and ${sql.ref(`p.${column}`)} = ${value}`

/** @throws 422 for a sort field the list has not */
export async function searchRows<Leido>(
  tx: Tx,
  tabla: Tabla<Leido>,
  empresaId: EmpresaId,
  { q, sort, ...page }: ListingQuery & { q?: string | undefined },
  { sorts, usual, filters }: Busqueda,
): Promise<Listing<Leido>> {
  const way = await wayTo(tx, { empresaId, tipo: tabla.tipo }, q)
  const columns = sql.join(tabla.columns.map((column) => sql.ref(`p.${column}`)))
  const narrowed = sql.join(filters, sql``)
  const { rows } = await sql<Leido>`
    select ${columns} ${way.page}${narrowed} order by ${orderBy(sort, sorts, usual, 'p.id')} offset ${page.page * page.size} limit ${page.size}`.execute(
    tx,
  )
  return listingOf(tx, page, rows, sql`${way.all}${narrowed}`)
}

/** The rows of `searchRows` after `desde`, in the same order. @throws 422 for a sort field the list has not */
export async function nextRows<Leido>(
  tx: Tx,
  tabla: Tabla<Leido>,
  empresaId: EmpresaId,
  { q, sort }: { q?: string | undefined; sort?: string | undefined },
  { sorts, usual, filters }: Busqueda,
  desde: Desde | undefined,
): Promise<Tramo<Leido>> {
  const { column, way: order } = orderOf(sort, sorts, usual)
  const by = [column, 'p.id']
  const way = await wayTo(tx, { empresaId, tipo: tabla.tipo }, q)
  const columns = sql.join(tabla.columns.map((name) => sql.ref(`p.${name}`)))
  const { rows } = await sql<Leido & { desde: Desde }>`
    select ${columns}, ${asDesde(by)} ${way.page}${sql.join(filters, sql``)}${andAfter(by, order, desde)}
     order by ${orderBy(sort, sorts, usual, 'p.id')} limit ${TRAMO}`.execute(tx)
  return tramoOf(rows)
}
