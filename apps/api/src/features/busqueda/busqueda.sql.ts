import { LISTING_EXACT_LIMIT, type Listing, type TipoCatalogo } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { listingPageToLimit } from '../../http/listing.ts'
import { wordsOfQuery } from './palabras.ts'

/** Records found by words: those of the catalogues, quotes, purchases, learned rules and received documents. */
export type TipoBuscado = TipoCatalogo | 'cotizacion' | 'compra' | 'equivalencia' | 'regla_proveedor' | 'recibido' | 'retencion_recibida'

/** Replaces the words by which a row is found; without words it is not found, as after its deletion. */
export async function saveWords(
  tx: Tx,
  row: { empresaId: EmpresaId; tipo: TipoBuscado; id: string },
  words: readonly string[],
): Promise<void> {
  await sql`
    with fuera as (
      delete from busqueda where empresa_id = ${row.empresaId} and tipo = ${row.tipo} and id = ${row.id}::uuid and palabra <> all(${words}::text[])
    )
    insert into busqueda (empresa_id, tipo, palabra, id)
    select ${row.empresaId}::uuid, ${row.tipo}, palabra, ${row.id}::uuid from unnest(${words}::text[]) as palabra
    on conflict do nothing`.execute(tx)
}

/** As `saveWords`, for many rows in one statement. */
export async function saveWordsOfMany(
  tx: Tx,
  { empresaId, tipo }: { empresaId: EmpresaId; tipo: TipoBuscado },
  rows: readonly { id: string; palabras: readonly string[] }[],
): Promise<void> {
  await sql`
    with nuevas as materialized (
      select n.id, n.palabras from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, palabras text[])
    ), fuera as (
      delete from busqueda b using nuevas n
       where b.empresa_id = ${empresaId}::uuid and b.tipo = ${tipo} and b.id = n.id and b.palabra <> all(n.palabras)
    )
    insert into busqueda (empresa_id, tipo, palabra, id)
    select ${empresaId}::uuid, ${tipo}, palabra, n.id from nuevas n, unnest(n.palabras) as palabra
    on conflict do nothing`.execute(tx)
}

export async function removeWords(
  tx: Tx,
  { empresaId, tipo, ids }: { empresaId: EmpresaId; tipo: TipoBuscado; ids: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('busqueda').where('empresa_id', '=', empresaId).where('tipo', '=', tipo).where('id', 'in', ids).execute()
}

/** First text in byte order after all that begin with the word. */
const LAST = '\u{10ffff}'
/**
 * Words with fewer entries are looked up first; above this number, reading the list in its order and checking each row finds a page sooner.
 */
const RARE = 5_000

interface Where {
  empresaId: EmpresaId
  tipo: TipoBuscado
}

/** The entries of a word: a range of the key, because row-level security switches pattern indexes off. */
const entriesOf = ({ empresaId, tipo }: Where, word: string) =>
  sql`from busqueda b where b.empresa_id = ${empresaId}::uuid and b.tipo = ${tipo} and b.palabra >= ${word} and b.palabra < ${word + LAST}`

/** Checks one row for a word, by the index on its id: `|| ''` keeps the range of the word, which may be long, out of the plan. */
const has = ({ empresaId, tipo }: Where, word: string) => sql` and (
  select true from busqueda b
   where b.empresa_id = ${empresaId}::uuid and b.tipo = ${tipo} and b.id = p.id and b.palabra || '' >= ${word} and b.palabra || '' < ${word + LAST} limit 1)`

const hasAll = (where: Where, words: readonly { word: string }[]) =>
  sql.join(
    words.map(({ word }) => has(where, word)),
    sql``,
  )

/** The words with their number of entries, counted up to RARE, fewest first. */
async function fewestFirst(tx: Tx, where: Where, words: readonly string[]): Promise<{ word: string; entries: number }[]> {
  if (words.length === 0) return []
  const counts = words.map((word) => sql`(select count(*)::int from (select 1 ${entriesOf(where, word)} limit ${RARE}) as hasta)`)
  const { rows } = await sql<{ entries: number[] }>`select array[${sql.join(counts)}] as entries`.execute(tx)
  return words.map((word, at) => ({ word, entries: rows[0]?.entries[at] ?? 0 })).sort((a, b) => a.entries - b.entries)
}

/** `from … where …` of the rows, as `p`, that a search finds: filters may follow with `and`. */
export interface Way {
  /** Form of the query that reads one page in order. */
  page: RawBuilder<unknown>
  /** Form of the query that counts all rows. */
  all: RawBuilder<unknown>
}

/**
 * The query for rows in which every word of the search begins a word of the row; without a search, for all rows. A search of signs only
 * finds none. The plan is laid out in full: the database cannot distinguish a rare word from a common one, even less in a company that was
 * just filled, and would try each row against each entry.
 */
export async function wayTo(tx: Tx, where: Where, q: string | undefined): Promise<Way> {
  const table = sql.table(where.tipo)
  const every = sql`from ${table} p where p.empresa_id = ${where.empresaId}::uuid`
  if (!q) return { page: every, all: every }
  const [first, ...others] = await fewestFirst(tx, where, wordsOfQuery(q))
  if (!first) return { page: sql`${every} and false`, all: sql`${every} and false` }
  // Rare words are combined in the index, before any row is read.
  const [raras, comunes] = [others.filter(({ entries }) => entries < RARE), others.filter(({ entries }) => entries >= RARE)]
  const found = [first, ...raras].map(({ word }) => sql`select distinct b.id ${entriesOf(where, word)}`)
  const all = sql`
    from (${sql.join(found, sql` intersect `)}) f
    cross join lateral (select * from ${table} r where r.empresa_id = ${where.empresaId}::uuid and r.id = f.id offset 0) p where true${hasAll(where, comunes)}`
  return { page: first.entries < RARE ? all : sql`${every}${hasAll(where, [first, ...others])}`, all }
}

/** The column and direction of `field,ASC`. @throws 422 for a field without sorting */
export function orderOf(
  sort: string | undefined,
  columns: Readonly<Record<string, string>>,
  usual: string,
): { column: string; way: 'asc' | 'desc' } {
  const [field = '', direction] = (sort ?? usual).split(',')
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (column === undefined) throw errors.field('SORT', 'sort', 'No se puede ordenar por ese campo.')
  return { column, way: direction === 'DESC' ? 'desc' : 'asc' }
}

/**
 * `field,ASC` as an ORDER BY; `columns` has the sortable fields, `usual` is the default order.
 * @throws 422 for any other field
 */
export function orderBy(
  sort: string | undefined,
  columns: Readonly<Record<string, string>>,
  usual: string,
  id: string,
): RawBuilder<unknown> {
  const order = orderOf(sort, columns, usual)
  const way = sql.raw(order.way)
  return sql`${sql.ref(order.column)} ${way}, ${sql.ref(id)} ${way}`
}

interface Pedida {
  page: number
  size: number
}

/** The page with its total; counted up to the exact limit (O-110), and not at all when the page itself shows it. */
export async function listingOf<T>(tx: Tx, { page, size }: Pedida, content: T[], rows: RawBuilder<unknown>): Promise<Listing<T>> {
  const total = page === 0 && content.length < size ? content.length : await countUpTo(tx, rows)
  return listingPageToLimit(content, total, { page, size })
}

async function countUpTo(tx: Tx, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${rows} limit ${LISTING_EXACT_LIMIT + 1}) as hasta`.execute(tx)
  return counted.rows[0]?.total ?? 0
}
